import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { CardNote } from './Card.tsx'
import { conflictsIn } from '../model/edit.ts'
import type { SectionProps } from '../sections/section-props.ts'
import type { Section, Sections } from '../model/sections.ts'
import { wrongText } from '../model/wrong-text.ts'
import { wrongIn } from '../model/wrong.ts'

type NoteProps = Omit<SectionProps, 'change'> & { section: Section }

/** What is wrong with a section (422), and whether someone else changed it as well (R4). */
export function SectionNote({ section, edit, refused }: NoteProps) {
  const { t } = useTranslation()
  const wrong = refused ? wrongIn(refused).filter((each) => each.section === section) : []
  return (
    <>
      {wrong.map((each) => (
        <CardNote key={`${each.reason} ${each.name}`} tone="bad">
          {wrongText(t, each)}
        </CardNote>
      ))}
      {conflictsIn(edit).includes(section) && (
        <CardNote tone="warn">{conflictText(t, section, edit.base)}</CardNote>
      )}
    </>
  )
}

/** Names what the other saved where that is one value. */
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
