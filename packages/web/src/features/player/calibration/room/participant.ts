import type { CalibrationAct, CalibrationDevice, CalibrationEvent } from '@jointly/contract'
import type { Clip } from '../../provider/web-playback-sdk.ts'
import type { Scheduler } from '../../sync/scheduler.ts'
import { playedChirp } from './chirp.ts'
import { chirpsMs, slotsOf } from './schedule.ts'

/**
 * The session stays silent for this long after the last chirp, because echoes of music would disturb the measurement.
 */
const SILENT_AFTER_MS = 1_200

export type ParticipantPorts = {
  device: string
  /** Returns the name of the sound output, the correction, and the state: whether this device can play chirps. */
  describe(): Omit<CalibrationDevice, 'device'>
  send(calibration: string, act: CalibrationAct): void
  /** Returns the server's time in epoch milliseconds. Null while it is unknown. */
  serverNow(): number | null
  scheduler: Scheduler
  play(clip: Clip): Promise<boolean>
  clearClips(): void
  /** Silences the session on this device. @returns a function that ends the silence */
  silence(): () => void
  /**
   * Asks the person whether this device may take part.
   * @param by the id of the person who measures
   * @returns a function that closes the question
   */
  ask(by: string, accept: () => void): () => void
  /** Stores a measured correction, and shows a message with a button that restores the previous correction. */
  apply(correctionMs: number, withinMs: number): void
}

/**
 * Lets this device take part in calibrations (Y5, Y6): it joins, plays its chirps, and uses the measured correction.
 */
export function createParticipant(ports: ParticipantPorts) {
  const { device, send, scheduler } = ports
  let joined: string | null = null
  let lastSent = ''
  /** The last question to the person: the id of its calibration, and a function that closes it. */
  let question: { readonly calibration: string; close(): void } | null = null
  let endSilence = (): void => undefined
  let cancelEnd = (): void => undefined

  function join(calibration: string): void {
    joined = calibration
    const own = { ...ports.describe(), device }
    lastSent = JSON.stringify(own)
    send(calibration, { do: 'join', device: own })
  }

  function closeQuestion(): void {
    question?.close()
    question = null
  }

  function stopChirps(): void {
    cancelEnd()
    endSilence()
    ports.clearClips()
  }

  function playChirps(startTime: number, devices: readonly string[]): void {
    const place = devices.indexOf(device)
    const now = ports.serverNow()
    if (place < 0 || now === null) return
    endSilence = ports.silence()
    const startMs = scheduler.nowMs() + startTime - now
    for (const slot of slotsOf(devices.length)) {
      if (slot.device !== place) continue
      // The chirps are played without the correction, because the calibration measures the full delay of the
      // loudspeaker.
      void ports.play({ ...playedChirp(place, slot.round), atMs: startMs + slot.atMs, gain: 1 })
    }
    const untilMs = startMs + chirpsMs(devices.length) + SILENT_AFTER_MS
    cancelEnd = scheduler.after(untilMs - scheduler.nowMs(), endSilence)
  }

  return {
    receive(calibration: string, event: CalibrationEvent): void {
      if (event.do === 'asked') {
        closeQuestion()
        if (event.isOwn) join(calibration)
        else question = { calibration, close: ports.ask(event.by, () => join(calibration)) }
      } else if (event.do === 'ended' && calibration === question?.calibration) closeQuestion()
      // If the server refuses a calibration of this person, the one that this device joined goes on.
      if (calibration !== joined) return
      if (event.do === 'ended') {
        stopChirps()
        joined = null
      } else if (event.do === 'schedule') playChirps(event.startTime, event.devices)
      else if (event.do === 'results') {
        const own = event.results.find((result) => result.device === device)
        if (own) ports.apply(own.correctionMs, own.withinMs)
      }
    },
    /** Sends the name, the correction and the state of this device again if one of them has changed. */
    update(): void {
      if (joined === null || lastSent === JSON.stringify({ ...ports.describe(), device })) return
      join(joined)
    },
    /** Leaves the calibration. Call it when the session is closed, or when the connection is lost. */
    close(): void {
      if (joined !== null) send(joined, { do: 'leave', device })
      joined = null
      closeQuestion()
      stopChirps()
    },
  }
}
