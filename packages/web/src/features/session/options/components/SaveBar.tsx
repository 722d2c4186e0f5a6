import type { SharedSession } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../shared/api/error-text.ts'
import { Button } from '../../../../shared/ui/buttons/Button.tsx'
import { Icon } from '../../../../shared/ui/media/Icon.tsx'
import { localeTag } from '../../../../shared/i18n/i18n.ts'
import { changedSections, lostSections } from '../model/edit.ts'
import { useFocusHandover } from '../../../../shared/ui/layout/use-focus-handover.ts'
import type { FailedSave } from '../model/options-editor.ts'
import css from './SaveBar.module.css'
import { SECTIONS, type Section } from '../model/sections.ts'
import type { OptionsControls } from '../model/use-options.ts'
import { removedPeopleText } from '../model/removed-people-text.ts'
import { fieldErrorsIn, fieldErrorText } from '../model/field-errors.ts'

type SaveBarProps = {
  options: OptionsControls
  shared: SharedSession
  /** Whether a number field has a text that is not allowed. It is no part of the changes (H1). */
  isInvalid: boolean
}

/**
 * The bar at the lower edge with the save button, whom the save will remove (S2, G5), and the result of the last save.
 * It is visible only if there are changes or a result, but then at any scroll position.
 */
export function SaveBar({ options, shared, isInvalid }: SaveBarProps) {
  const { t } = useTranslation()
  const { edit, saving } = options
  if (edit === null) return null
  const changed = changedSections(edit)
  const lost = lostSections(edit)
  const isSaved = saving === 'success' && changed.length === 0 && !isInvalid
  if (changed.length === 0 && lost.length === 0 && !isSaved && !isInvalid) return null
  const removed = removedPeopleText(t, edit, shared)
  return <Bar {...{ options, changed, lost, removed, isSaved, isInvalid }} />
}

const panelOf = (bar: HTMLElement) => bar.closest<HTMLElement>('[role="tabpanel"]')

type BarProps = {
  options: OptionsControls
  changed: readonly Section[]
  lost: readonly Section[]
  /** The text about the people whom the save will remove. Null if there are none. */
  removed: string | null
  isSaved: boolean
  isInvalid: boolean
}

function Bar({ options, changed, lost, removed, isSaved, isInvalid }: BarProps) {
  const { t } = useTranslation()
  const { saving, refused, discard } = options
  const bar = useFocusHandover(panelOf)
  const canSave = changed.length > 0 || isInvalid
  // The bar appears when a person changes a field. It may cover this field, so the page scrolls to show the field again.
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (bar.current?.parentElement?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' })
  }, [bar])
  return (
    <section ref={bar} className={css.bar} aria-label={t('session.options.save.label')}>
      {refused && changed.length > 0 && <Notice>{refusedText(t, refused)}</Notice>}
      {lost.length > 0 && (
        <Notice>{t('session.options.lost.text', { sections: sectionNames(t, lost) })}</Notice>
      )}
      {removed !== null && <Notice>{removed}</Notice>}
      <div className={css.actions}>
        <p className={css.words} role="status">
          {isSaved && t('session.options.save.saved')}
          {changed.length > 0 &&
            t('session.options.save.changed', { count: changed.length, sections: sectionNames(t, changed) })}
          {changed.length > 0 && isInvalid && '. '}
          {isInvalid && t('session.options.save.invalid')}
        </p>
        <div className={css.buttons}>
          {(canSave || lost.length > 0) && (
            <Button tone="quiet" onClick={discard}>
              {t(canSave ? 'session.options.save.discard' : 'session.options.lost.forget')}
            </Button>
          )}
          {(canSave || isSaved) && (
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

function refusedText(t: TFunction, refused: FailedSave): string {
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
