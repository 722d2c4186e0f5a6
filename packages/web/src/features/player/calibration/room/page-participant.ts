import type { CalibrationDevice } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { closeToast, showToast } from '../../../../shared/ui/toasts/toast.ts'
import type { PlayerClock } from '../../controller/controller-options.ts'
import { isListeningOn, type PlayerView } from '../../screen/player-view.ts'
import { browserScheduler } from '../../sync/scheduler.ts'
import { outputOf, pageVolume } from '../../volume.ts'
import { calibrationSound } from '../calibration-sound.ts'
import { pageCorrection } from '../stored-corrections.ts'
import { signedMs } from '../signed-ms.ts'
import { type CalibrationLink, ownDevice } from './calibration-link.ts'
import { createParticipant } from './participant.ts'

export type PageParticipantOptions = {
  ssid: string
  link: CalibrationLink
  clock: PlayerClock
  view(): PlayerView
  /** Returns the name of a person in the session. Null if it is not known. */
  nameOf(userId: string): string | null
  t: TFunction
}

/** Returns `ready` if this page can play chirps now, or otherwise the reason why it cannot. */
export function deviceState(view: PlayerView): CalibrationDevice['state'] {
  const isHere = view.browserDeviceId !== null && view.deviceId === view.browserDeviceId
  if (!isListeningOn(view)) return 'stopped'
  if (!isHere || !calibrationSound.hasSource()) return 'unsupported'
  return outputOf(pageVolume.get()) === 0 ? 'muted' : 'ready'
}

/** Creates the participant through which this page takes part in the calibrations of a session (Y5). */
export function createPageParticipant({ ssid, link, clock, view, nameOf, t }: PageParticipantOptions) {
  return createParticipant({
    device: ownDevice,
    describe: () => ({
      name: pageCorrection.output().slice(0, 60),
      correctionMs: pageCorrection.ms(),
      state: deviceState(view()),
    }),
    send: (calibration, act) => void link.calibrate(ssid, calibration, act),
    serverNow: clock.now,
    scheduler: browserScheduler,
    play: calibrationSound.play,
    clearClips: calibrationSound.clear,
    silence: calibrationSound.silenceSession,
    ask(by, accept) {
      const id = showToast({
        text: t('calibration.room.ask', { name: nameOf(by) ?? t('calibration.room.somebody') }),
        action: { label: t('calibration.room.accept'), run: accept },
      })
      return () => closeToast(id)
    },
    apply(correctionMs, withinMs) {
      const before = pageCorrection.ms()
      if (correctionMs === before) return
      pageCorrection.set(correctionMs)
      showToast({
        text: t('calibration.room.applied', { ms: signedMs(correctionMs), within: withinMs }),
        tone: 'good',
        action: { label: t('calibration.room.undo'), run: () => pageCorrection.set(before) },
      })
    },
  })
}
