import type { CalibrationAct, CalibrationEvent, ServerMessage } from '@jointly/contract'

/** The part of the live connection that a calibration uses. */
export type CalibrationLink = {
  calibrate(ssid: string, calibration: string, act: CalibrationAct): boolean
  isReady(): boolean
  onMessage(listener: (message: ServerMessage) => void): () => void
  onStatus(listener: () => void): () => void
}

type Receiver = { receive(calibration: string, event: CalibrationEvent): void; lost(): void }

/**
 * Passes each message about a calibration of this session to the receiver, and calls `lost` when the connection is
 * lost.
 * @returns a function that ends the calls
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

/**
 * Returns a random id. `crypto.randomUUID` is not used, because it is missing on pages without a secure context (J9).
 */
export const newCalibrationId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36).padStart(7, '0')).join('-')

/** The id of this page in calibrations. A reload of the page makes a new one. */
export const ownDevice = newCalibrationId()
