import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pageVolume } from '../../volume.ts'
import { followCalibrations } from './calibration-link.ts'
import type { PageParticipantOptions } from './page-participant.ts'

type Participant = ReturnType<typeof import('./page-participant.ts').createPageParticipant>

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
}
