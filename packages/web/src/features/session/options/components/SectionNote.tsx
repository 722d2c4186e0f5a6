import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { CardNote } from './Card.tsx'
import { openConflicts } from '../model/edit.ts'
import type { SectionProps } from '../sections/section-props.ts'
import type { Section, Sections } from '../model/sections.ts'
import { fieldErrorsIn, fieldErrorText } from '../model/field-errors.ts'

type NoteProps = Omit<SectionProps, 'change'> & { section: Section }

/**
 * Shows the errors of a section after a refused save (422). If another person has also changed the section, it shows
 * a warning (R4).
 */
export function SectionNote({ section, edit, refused }: NoteProps) {
  const { t } = useTranslation()
  const errors = refused ? fieldErrorsIn(refused).filter((each) => each.section === section) : []
  return (
    <>
      {errors.map((each) => (
        <CardNote key={`${each.reason} ${each.name}`} tone="bad">
          {fieldErrorText(t, each)}
        </CardNote>
      ))}
      {openConflicts(edit).includes(section) && (
        <CardNote tone="warn">{conflictText(t, section, edit.base)}</CardNote>
      )}
    </>
  )
}

/**
 * Returns the warning that another person has also changed the section. If the section is a single value, the warning
 * contains the other person's value.
 */
function conflictText(t: TFunction, section: Section, base: Sections): string {
  const theirs =
    section === 'title'
      ? base.title
      : section === 'skipPercent'
        ? base.skipPercent && t('session.options.general.percent', { percent: base.skipPercent })
        : section === 'policy'
          ? base.policy && t(`session.options.policy.${base.policy}`)
          : undefined
  return theirs ? t('session.options.conflictWith', { theirs }) : t('session.options.conflict')
}
