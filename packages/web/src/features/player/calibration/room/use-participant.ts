import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { browserScheduler, createTimer } from '../../sync/scheduler.ts'
import { pageVolume } from '../../volume.ts'
import { pageCorrection } from '../stored-corrections.ts'
import { followCalibrations } from './calibration-link.ts'
import type { PageParticipantOptions } from './page-participant.ts'

type Participant = ReturnType<typeof import('./page-participant.ts').createPageParticipant>

/**
 * This page sends a new correction so many milliseconds after the last change, because its person may send only a
 * hundred states in a calibration (Y5).
 */
const CORRECTION_PAUSE_MS = 500

/**
 * Lets this page take part in the calibrations of the open session (Y5). The code for calibrations is loaded when the
 * first message about a calibration arrives.
 */
export function useParticipant({
  ssid,
  link,
  clock,
  view,
  nameOf,
}: Omit<PageParticipantOptions, 'view' | 't'> & { view: ReturnType<PageParticipantOptions['view']> }): void {
  const { t } = useTranslation()
  const current = useRef({ view, nameOf, t })
  current.current = { view, nameOf, t }
  const opened = useRef<Participant | null>(null)
  useEffect(() => {
    let loading: Promise<Participant> | null = null
    let isClosed = false
    const load = async (): Promise<Participant> => {
      const { createPageParticipant } = await import('./page-participant.ts')
      opened.current = createPageParticipant({
        ...{ ssid, link, clock, t: current.current.t },
        view: () => current.current.view,
        nameOf: (userId) => current.current.nameOf(userId),
      })
      return opened.current
    }
    const end = followCalibrations(ssid, link, {
      receive(calibration, event) {
        loading ??= load()
        void loading.then((participant) => !isClosed && participant.receive(calibration, event))
      },
      lost: () => opened.current?.close(),
    })
    return () => {
      isClosed = true
      end()
      opened.current?.close()
      opened.current = null
    }
  }, [ssid, link, clock])

  // Updates the state of this device in the calibration when the person starts or stops playing, mutes the page, or
  // chooses another device.
  const { state, deviceId, browserDeviceId } = view
  const isOn = `${state === 'stopped'} ${deviceId} ${browserDeviceId}`
  useEffect(() => opened.current?.update(), [isOn])
  useEffect(() => pageVolume.subscribe(() => opened.current?.update()), [])
  // The result of a measurement replaces the correction, so it must start from the newest one (Y7).
  useEffect(() => {
    const timer = createTimer(browserScheduler)
    const end = pageCorrection.subscribe(() =>
      timer.start(CORRECTION_PAUSE_MS, () => opened.current?.update()),
    )
    return () => {
      end()
      timer.cancel()
    }
  }, [])
}
