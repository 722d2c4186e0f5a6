import { Title } from '@jointly/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../../shared/ui/forms/TextField.tsx'
import { Card } from '../components/Card.tsx'
import css from './GeneralSection.module.css'
import { SectionNote } from '../components/SectionNote.tsx'
import type { SectionProps } from './section-props.ts'

/** The session's title and its skip threshold. */
export function GeneralSection({ edit, change, refused }: SectionProps) {
  const { t } = useTranslation()
  const { title, skipPercent } = edit.draft
  if (edit.loaded.title === undefined || title === undefined || skipPercent === undefined) return null
  const note = { edit, refused }
  return (
    <Card icon="edit" title={t('session.options.general.title')}>
      <TextField
        // With a custom validity, the browser shows this error when the person presses the save button.
        ref={(input) => input?.setCustomValidity(validityOf(title))}
        label={t('session.options.general.name')}
        value={title}
        autoComplete="off"
        required
        onChange={(event) => change({ title: event.target.value })}
      />
      <SectionNote section="title" {...note} />
      <Threshold percent={skipPercent} onChange={(percent) => change({ skipPercent: percent })} />
      <SectionNote section="skipPercent" {...note} />
    </Card>
  )

  /**
   * Returns the error text for a title. It is empty for an empty title, because the browser reports that error
   * itself.
   */
  function validityOf(text: string): string {
    return text === '' || Title.safeParse(text).success ? '' : t('session.options.fieldError.title')
  }
}

function Threshold({ percent, onChange }: { percent: number; onChange: (percent: number) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const percentText = t('session.options.general.percent', { percent })
  return (
    <div className={css.threshold}>
      <label htmlFor={id} className={css.label}>
        {t('session.options.general.skip')}
      </label>
      {/* An output is read whenever it changes. But the slider already says the value. */}
      <output htmlFor={id} className={css.value} aria-live="off">
        {percentText}
      </output>
      <input
        id={id}
        type="range"
        className={css.range}
        // Without this attribute, the drawer would also move when a person drags the slider.
        data-base-ui-swipe-ignore=""
        min={1}
        max={100}
        value={percent}
        aria-valuetext={percentText}
        aria-describedby={`${id}-text`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <p id={`${id}-text`} className={css.text}>
        {t('session.options.general.skipText')}
      </p>
    </div>
  )
}
