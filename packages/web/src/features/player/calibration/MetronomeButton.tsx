import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import type { PlayerClock } from '../controller/controller-options.ts'
import { browserScheduler } from '../sync/scheduler.ts'
import { outputOf, pageVolume } from '../volume.ts'
import css from './CalibrationDialog.module.css'
import { calibrationSound } from './calibration-sound.ts'
import { pageCorrection } from './stored-corrections.ts'
import { startMetronome } from './metronome.ts'

/**
 * The button that starts and stops the metronome of this device (Y4). Renders nothing if no player of this page can
 * play clips (short sounds).
 */
export function MetronomeButton({ clock }: { clock: PlayerClock }) {
  const { t } = useTranslation()
  const canPlay = useSyncExternalStore(calibrationSound.subscribe, calibrationSound.hasSource)
  const isMuted = useSyncExternalStore(pageVolume.subscribe, () => outputOf(pageVolume.get()) === 0)
  const [isOn, setOn] = useState(false)
  const [isAudible, setAudible] = useState(true)
  useEffect(() => {
    if (!isOn || !canPlay) return
    const endSilence = calibrationSound.silenceSession()
    const stop = startMetronome({
      clock,
      scheduler: browserScheduler,
      correction: pageCorrection,
      play: calibrationSound.play,
      volume: () => outputOf(pageVolume.get()),
      onSound: setAudible,
    })
    return () => {
      stop()
      calibrationSound.clear()
      endSilence()
    }
  }, [isOn, canPlay, clock])
  if (!canPlay) return null
  return (
    <section className={css.form}>
      <p className="secondary">{t('calibration.metronome.text')}</p>
      <Button tone={isOn ? 'primary' : 'plain'} icon="metronome" onClick={() => setOn(!isOn)}>
        {t(isOn ? 'calibration.metronome.stop' : 'calibration.metronome.start')}
      </Button>
      {isOn && (isMuted || !isAudible) && (
        <p role="alert">{t(isMuted ? 'calibration.metronome.muted' : 'calibration.metronome.blocked')}</p>
      )}
    </section>
  )
}
