import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../shared/api/error-text.ts'
import { Button } from '../../../../shared/ui/buttons/Button.tsx'
import { Icon } from '../../../../shared/ui/media/Icon.tsx'
import { localeTag } from '../../../../shared/i18n/i18n.ts'
import { changedSections, lostSections } from '../model/edit.ts'
import { useFocusHandover } from '../../../../shared/ui/layout/use-focus-handover.ts'
import type { RefusedSave } from '../model/options-editor.ts'
import css from './SaveBar.module.css'
import { SECTIONS, type Section } from '../model/sections.ts'
import type { OptionsControls } from '../model/use-options.ts'
import { fieldErrorsIn, fieldErrorText } from '../model/field-errors.ts'

/**
 * The bar at the lower edge with the save button and the result of the last save. It is visible only if there are
 * changes or a result.
 */
export function SaveBar({ options }: { options: OptionsControls }) {
  const { edit, saving } = options
  if (edit === null) return null
  const changed = changedSections(edit)
  const lost = lostSections(edit)
  const isSaved = saving === 'success' && changed.length === 0
  if (changed.length === 0 && lost.length === 0 && !isSaved) return null
  return <Bar options={options} changed={changed} lost={lost} isSaved={isSaved} />
}

const panelOf = (bar: HTMLElement) => bar.closest<HTMLElement>('[role="tabpanel"]')

type BarProps = {
  options: OptionsControls
  changed: readonly Section[]
  lost: readonly Section[]
  isSaved: boolean
}

function Bar({ options: { saving, refused, discard }, changed, lost, isSaved }: BarProps) {
  const { t } = useTranslation()
  const bar = useFocusHandover(panelOf)
  return (
    <section ref={bar} className={css.bar} aria-label={t('session.options.save.label')}>
      {refused && changed.length > 0 && <Notice>{refusedText(t, refused)}</Notice>}
      {lost.length > 0 && (
        <Notice>{t('session.options.lost.text', { sections: sectionNames(t, lost) })}</Notice>
      )}
      <div className={css.actions}>
        <p className={css.words} role="status">
          {isSaved && t('session.options.save.saved')}
          {changed.length > 0 &&
            t('session.options.save.changed', { count: changed.length, sections: sectionNames(t, changed) })}
        </p>
        <div className={css.buttons}>
          {changed.length + lost.length > 0 && (
            <Button tone="quiet" onClick={discard}>
              {t(changed.length > 0 ? 'session.options.save.discard' : 'session.options.lost.forget')}
            </Button>
          )}
          {(changed.length > 0 || isSaved) && (
            <Button type="submit" tone="primary" icon="save" state={saving}>
              {t('session.options.save.action')}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}

function Notice({ children }: { children: string }) {
  return (
    <p className={css.notice} role="alert">
      <Icon name="warning" size={18} />
      <span>{children}</span>
    </p>
  )
}

function refusedText(t: TFunction, refused: RefusedSave): string {
  const { answer, sent } = refused
  switch (answer.error.code) {
    case 'stale':
      return t('session.options.save.stale')
    case 'forbidden':
      return t('session.options.save.forbidden', {
        sections: sectionNames(
          t,
          SECTIONS.filter((name) => sent[name] !== undefined),
        ),
      })
    case 'invalid': {
      const errors = fieldErrorsIn(refused).map((each) => fieldErrorText(t, each))
      return t('session.options.save.refused', { reason: errors.join(' ') || errorText(t, answer) })
    }
    default:
      return t('session.options.save.refused', { reason: errorText(t, answer) })
  }
}

const sectionNames = (t: TFunction, sections: readonly Section[]): string =>
  new Intl.ListFormat(localeTag()).format(sections.map((name) => t(`session.options.section.${name}`)))
