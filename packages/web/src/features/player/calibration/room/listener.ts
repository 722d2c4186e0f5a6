import {
  CALIBRATED_DEVICES,
  type CalibrationAct,
  type CalibrationDevice,
  type CalibrationEnd,
  type CalibrationEvent,
} from '@jointly/contract'
import { createTimer, type Scheduler, type Timer } from '../../sync/scheduler.ts'
import type { Arrival } from './find-arrivals.ts'
import { isTooLarge, type Suggestion, suggestionsOf } from './suggested-corrections.ts'
import { measureRoom } from './measure-room.ts'
import type { Microphone, MicrophoneTrouble } from './microphone.ts'
import { chirpsMs } from './schedule.ts'

/** The recording begins `BEFORE_MS` before the first chirp, and ends `AFTER_MS` after the end of the schedule. */
const BEFORE_MS = 1_000
const AFTER_MS = 1_800

/**
 * After this time without a message, the calibration ends, in milliseconds (Y6). The server ends it five seconds
 * later, so it still passes the end on to the devices.
 */
const IDLE_MS = 85_000

/**
 * Why a calibration has no result. `lost`: the connection was lost. `idle`: nothing happened for a long time. `noisy`:
 * the chirps of fewer than two devices were clear. `moved`: fewer than two devices stayed where they were. `late`: the
 * other devices are too late to be corrected. The other reasons come from the microphone or from the server.
 */
export type RoomTrouble =
  | MicrophoneTrouble
  | Exclude<CalibrationEnd, 'cancelled'>
  | 'lost'
  | 'idle'
  | 'noisy'
  | 'moved'
  | 'late'

/** A device that takes part in the calibration. `by` is the id of the person who uses the device. */
export type RoomDevice = CalibrationDevice & { readonly by: string }
/**
 * A device after the measurement. If no correction can be suggested for it, `suggestion` is the reason: the device moved
 * during the measurement, its delay is too long for a correction, or the microphone did not pick it up clearly.
 */
export type RoomResult = RoomDevice & { readonly suggestion: Suggestion | 'moved' | 'late' | 'unheard' }

export type RoomState =
  | { readonly phase: 'idle'; readonly trouble: RoomTrouble | null }
  | {
      readonly phase: 'gathering'
      readonly devices: readonly RoomDevice[]
      readonly trouble: RoomTrouble | null
    }
  | { readonly phase: 'listening' | 'calculating'; readonly devices: readonly RoomDevice[] }
  | {
      readonly phase: 'done'
      readonly devices: readonly RoomDevice[]
      readonly results: readonly RoomResult[]
    }

export type ListenerPorts = {
  newId(): string
  /** Sends the server a message of this calibration. @returns false if there is no connection */
  send(calibration: string, act: CalibrationAct): boolean
  serverNow(): number | null
  scheduler: Scheduler
  openMicrophone(): Promise<Microphone | MicrophoneTrouble>
  onChange(): void
}

/** Measures the devices of a session with the microphone of this device (Y6, Y7). */
export class RoomListener {
  readonly #ports: ListenerPorts
  readonly #timer: Timer
  readonly #idleTimer: Timer
  #state: RoomState = { phase: 'idle', trouble: null }
  #calibration: string | null = null
  /** The microphone that is opening now. Null after `#release`. */
  #opening: ReturnType<ListenerPorts['openMicrophone']> | null = null
  #microphone: Microphone | null = null

  constructor(ports: ListenerPorts) {
    this.#ports = ports
    this.#timer = createTimer(ports.scheduler)
    this.#idleTimer = createTimer(ports.scheduler)
  }

  state = (): RoomState => this.#state

  /**
   * Opens the microphone, and then asks the devices of the session to take part. Call it directly in the handler of a
   * press, because browsers may require that. While the microphone opens, another call does nothing.
   */
  start = async (): Promise<void> => {
    if (this.#opening !== null) return
    this.#release()
    if (this.#state.phase !== 'done') this.#setState({ phase: 'idle', trouble: null })
    const opening = this.#ports.openMicrophone()
    this.#opening = opening
    const opened = await opening
    // If the person closed the measurement meanwhile, nothing needs the microphone any more (Y8).
    if (this.#opening !== opening) return typeof opened === 'string' ? undefined : opened.close()
    this.#opening = null
    if (typeof opened === 'string') return this.#end(opened)
    this.#microphone = opened
    this.#calibration = this.#ports.newId()
    if (!this.#send(this.#calibration, { do: 'ask' })) return this.#end('lost')
    this.#setState({ phase: 'gathering', devices: [], trouble: null })
  }

  /**
   * Asks the server for the schedule of the chirps of all ready devices. The recording starts when the schedule
   * arrives. If the calibration has ended after a result, starts a new one, so call this in the handler of a press, too.
   */
  measure = (): void => {
    if (this.#state.phase === 'done' && this.#calibration === null) return void this.start()
    const ready = this.#devices().filter((each) => each.state === 'ready')
    if (this.#calibration === null || ready.length < 2) return
    const devices = ready.slice(0, CALIBRATED_DEVICES).map(({ device }) => device)
    if (!this.#send(this.#calibration, { do: 'measure', devices })) this.#end('lost')
  }

  receive(calibration: string, event: CalibrationEvent): void {
    if (calibration !== this.#calibration) return
    this.#expectMessage()
    const devices = this.#devices()
    if (event.do === 'joined') {
      const others = devices.filter(({ device }) => device !== event.device.device)
      this.#setDevices([...others, { ...event.device, by: event.by }])
    } else if (event.do === 'left') this.#setDevices(devices.filter(({ device }) => device !== event.device))
    else if (event.do === 'schedule') void this.#listen(calibration, event.startTime, event.devices)
    else if (event.do === 'ended') this.#end(event.reason === 'cancelled' ? null : event.reason)
  }

  /** Ends the calibration. Call it when the connection is lost. */
  lost(): void {
    if (this.#calibration !== null) this.#end('lost')
  }

  close = (): void => this.#cancel(null)

  #cancel(trouble: RoomTrouble | null): void {
    if (this.#calibration !== null) this.#ports.send(this.#calibration, { do: 'cancel' })
    // The devices use their results already, so nothing has failed, and the person may still read them (Y7).
    if (trouble === 'idle' && this.#state.phase === 'done') this.#release()
    else this.#end(trouble)
  }

  #send(calibration: string, act: CalibrationAct): boolean {
    this.#expectMessage()
    return this.#ports.send(calibration, act)
  }

  /** Ends the calibration, and releases the microphone (Y8), if no message follows within `IDLE_MS`. */
  #expectMessage(): void {
    this.#idleTimer.start(IDLE_MS, () => this.#cancel('idle'))
  }

  #setState(next: RoomState): void {
    this.#state = next
    this.#ports.onChange()
  }

  #devices = (): readonly RoomDevice[] => ('devices' in this.#state ? this.#state.devices : [])

  #setDevices(devices: readonly RoomDevice[]): void {
    if (this.#state.phase !== 'idle') this.#setState({ ...this.#state, devices })
  }

  #end(trouble: RoomTrouble | null): void {
    this.#release()
    this.#setState({ phase: 'idle', trouble })
  }

  /** Ends the timers and releases the microphone. The state stays the same. */
  #release(): void {
    this.#timer.cancel()
    this.#idleTimer.cancel()
    this.#calibration = null
    this.#opening = null
    this.#microphone?.close()
    this.#microphone = null
  }

  /** Waits until a time. @param atMs monotonic time of this page */
  #until(atMs: number): Promise<void> {
    const waitMs = Math.max(0, atMs - this.#ports.scheduler.nowMs())
    return new Promise((resolve) => this.#timer.start(waitMs, resolve))
  }

  /** Records the chirps, calculates the corrections and sends them to the devices. */
  async #listen(calibration: string, startTime: number, deviceIds: readonly string[]): Promise<void> {
    const now = this.#ports.serverNow()
    if (this.#microphone === null || now === null) return this.#end('failed')
    const startMs = this.#ports.scheduler.nowMs() + startTime - now
    const measured = deviceIds.flatMap((id) => this.#devices().find(({ device }) => device === id) ?? [])
    this.#setState({ phase: 'listening', devices: this.#devices() })
    try {
      await this.#until(startMs - BEFORE_MS)
      const recording = await this.#microphone.record()
      await this.#until(startMs + chirpsMs(deviceIds.length) + AFTER_MS)
      this.#setState({ phase: 'calculating', devices: this.#devices() })
      const sound = await recording.stop()
      const arrivals = measureRoom(sound, deviceIds.length, startMs - recording.startedMs)
      if (this.#calibration === calibration) this.#finish(calibration, measured, arrivals)
    } catch {
      if (this.#calibration === calibration) this.#end('failed')
    }
  }

  #finish(calibration: string, measured: readonly RoomDevice[], arrivals: readonly Arrival[]): void {
    const devices = this.#devices()
    const known = measured.map(({ correctionMs }, device) => ({ device, correctionMs }))
    const suggestions = suggestionsOf(arrivals, known)
    const results = measured.map((each, place): RoomResult => {
      const suggestion = suggestions.find(({ device }) => device === place)
      if (suggestion) return { ...each, suggestion: isTooLarge(suggestion) ? 'late' : suggestion }
      const hasMoved = arrivals.some((arrival) => arrival.device === place && arrival.hasMoved)
      return { ...each, suggestion: hasMoved ? 'moved' : 'unheard' }
    })
    const sent = results.flatMap(({ device, suggestion }) =>
      typeof suggestion === 'string'
        ? []
        : [{ device, correctionMs: suggestion.correctionMs, withinMs: suggestion.withinMs }],
    )
    if (sent.length < 2) {
      const reasons = (['moved', 'late'] as const).filter((reason) =>
        results.some(({ suggestion }) => suggestion === reason),
      )
      return this.#setState({ phase: 'gathering', devices, trouble: reasons[0] ?? 'noisy' })
    }
    this.#send(calibration, { do: 'finish', results: sent })
    // The devices now use the new corrections, so the next measurement must start from the new values.
    const correctedMs = new Map(sent.map(({ device, correctionMs }) => [device, correctionMs]))
    const corrected = devices.map((each) => ({
      ...each,
      correctionMs: correctedMs.get(each.device) ?? each.correctionMs,
    }))
    this.#setState({ phase: 'done', devices: corrected, results })
  }
}
