import type { CalibrationAct, CalibrationEvent, ServerMessage } from '@jointly/contract'

/** What a calibration needs of the live connection. */
export type CalibrationLink = {
  calibrate(ssid: string, calibration: string, act: CalibrationAct): boolean
  isReady(): boolean
  onMessage(listener: (message: ServerMessage) => void): () => void
  onStatus(listener: () => void): () => void
}

type Receiver = { receive(calibration: string, event: CalibrationEvent): void; lost(): void }

/**
 * Calls the receiver with the messages about calibrations of a session, and when the connection is lost.
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

/** Returns a new random id. `randomUUID` does not exist without a secure context (J9). */
export const newCalibrationId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36).padStart(7, '0')).join('-')

/** The id by which calibrations know this page. */
export const ownDevice = newCalibrationId()
