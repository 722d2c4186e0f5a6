import { LARGEST_CORRECTION_MS } from '@jointly/contract'
import { type KeyboardEvent, useId, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import css from './CalibrationDialog.module.css'
import { pageCorrection } from './stored-corrections.ts'
import { stepOfKey, STEPS_MS } from './correction-keyboard.ts'
import { signedMs } from './signed-ms.ts'

/**
 * A form that changes the delay correction of the current sound output (Y1): a slider, step buttons and a reset
 * button.
 */
export function CorrectionForm() {
  const { t } = useTranslation()
  const keysId = useId()
  const ms = useSyncExternalStore(pageCorrection.subscribe, pageCorrection.ms)
  const output = useSyncExternalStore(pageCorrection.subscribe, pageCorrection.output)
  const effect = ms === 0 ? t('calibration.none') : t(effectKey(ms), { ms: Math.abs(ms) })

  function onKeyDown(event: KeyboardEvent): void {
    const step = stepOfKey(event)
    if (step === null) return
    event.preventDefault()
    pageCorrection.set(pageCorrection.ms() + step)
  }

  return (
    <div className={css.form}>
      {output !== '' && <p className="secondary">{t('calibration.output', { name: output })}</p>}
      {/* An output is read whenever it changes. But the slider and the text below already say the value. */}
      <output className={css.amount} aria-live="off">
        {t('calibration.ms', { ms: ms === 0 ? 0 : signedMs(ms) })}
      </output>
      <p className="secondary" role="status">
        {effect}
      </p>
      <input
        type="range"
        className={css.slider}
        min={-LARGEST_CORRECTION_MS}
        max={LARGEST_CORRECTION_MS}
        step={1}
        value={ms}
        aria-label={t('calibration.slider')}
        aria-valuetext={effect}
        aria-describedby={keysId}
        onKeyDown={onKeyDown}
        onChange={(event) => pageCorrection.set(event.target.valueAsNumber)}
      />
      <div className={css.directions}>
        <Steps title={t('calibration.early')} steps={STEPS_MS.toReversed().map((ms) => -ms)} />
        <Steps title={t('calibration.late')} steps={STEPS_MS} />
      </div>
      <p id={keysId} className={css.keys}>
        {t('calibration.keys')}
      </p>
      <Button size="s" icon="undo" disabled={ms === 0} onClick={() => pageCorrection.set(0)}>
        {t('calibration.reset')}
      </Button>
    </div>
  )
}

const effectKey = (ms: number) => (ms > 0 ? 'calibration.earlier' : 'calibration.later')

/**
 * A group of buttons that all change the correction in one direction, earlier or later.
 * @param steps the change of each button in milliseconds
 */
function Steps({ title, steps }: { title: string; steps: readonly number[] }) {
  const { t } = useTranslation()
  const labelKey = (step: number) => (step > 0 ? 'calibration.playEarlier' : 'calibration.playLater')
  return (
    <div className={css.steps} role="group" aria-label={title}>
      <span className={css.direction}>{title}</span>
      {steps.map((step) => (
        <Button
          key={step}
          size="s"
          aria-label={t(labelKey(step), { ms: Math.abs(step) })}
          onClick={() => pageCorrection.set(pageCorrection.ms() + step)}
        >
          {Math.abs(step)}
        </Button>
      ))}
    </div>
  )
}
