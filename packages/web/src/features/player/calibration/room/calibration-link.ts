import type { CalibrationAct, CalibrationEvent, ServerMessage } from '@jointly/contract'
import { randomId } from '../../../../shared/browser/random-id.ts'

/** The part of the live connection that a calibration uses. */
export type CalibrationLink = {
  calibrate(ssid: string, calibration: string, act: CalibrationAct): boolean
  isReady(): boolean
  onMessage(listener: (message: ServerMessage) => void): () => void
  onStatus(listener: () => void): () => void
}

type Receiver = { receive(calibration: string, event: CalibrationEvent): void; lost(): void }

/**
 * Passes each message about a calibration of this session to the receiver. Calls its `lost` when the connection is
 * lost.
 * @returns a function that ends the subscription
 */
export function followCalibrations(ssid: string, link: CalibrationLink, receiver: Receiver): () => void {
  const endings = [
    link.onMessage((message) => {
      if (message.type === 'calibration' && message.ssid === ssid)
        receiver.receive(message.calibration, message.news)
    }),
    link.onStatus(() => !link.isReady() && receiver.lost()),
  ]
  return () => endings.forEach((end) => end())
}

/** The id of this page in calibrations. A reload of the page creates a new id. */
export const ownDevice = randomId()
