import type { CalibrationAct, CalibrationNews, ServerMessage } from '@jointly/contract'

/** The live connection, as a calibration uses it. */
export type CalibrationLink = {
  calibrate(ssid: string, calibration: string, act: CalibrationAct): boolean
  isReady(): boolean
  onMessage(listener: (message: ServerMessage) => void): () => void
  onStatus(listener: () => void): () => void
}

type Receiver = { receive(calibration: string, news: CalibrationNews): void; lost(): void }

/**
 * Passes on what happens in the calibrations of a session, and the loss of the connection.
 * @returns ends that
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

/** The id of this page as a device. */
export const ownDevice = newCalibrationId()
