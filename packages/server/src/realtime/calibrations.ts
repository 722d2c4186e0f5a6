import {
  CALIBRATED_DEVICES,
  type CalibrationEnd,
  type CalibrationEvent,
  type ClientMessage,
} from '@jointly/contract'
import { mayCalibrateEveryone } from '@jointly/domain'
import { LRUCache } from 'lru-cache'
import type { EventBus, LiveEvent } from '../platform/event-bus.ts'
import { isRefused } from '../platform/refusal.ts'
import type { LiveSessions } from '../session/session.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'

/** How long the devices have to prepare before the first chirp, in milliseconds. */
const LEAD_MS = 3_000
/** A calibration ends if nothing happens in it for this many milliseconds. */
const IDLE_MS = 90_000
/** A person may start this many calibrations within `ASKED_WITHIN_MS` (Y5). */
const MOST_ASKED = 6
const ASKED_WITHIN_MS = 600_000
/** One calibration may measure this many times (Y5). */
const MOST_MEASURED = 10
/**
 * The maximum number of people whose started calibrations are counted. For one more person, the count that was used
 * least recently is dropped.
 */
const COUNTED_PEOPLE = 20_000
/** The maximum number of devices in a calibration. */
const MOST_DEVICES = 50
/** The maximum number of devices of one person in a calibration. */
const MOST_DEVICES_OF_PERSON = CALIBRATED_DEVICES
/** How many times the devices of one person may join or change their state in a calibration. */
const MOST_ANSWERS_OF_PERSON = 100

export type CalibrateMessage = Extract<ClientMessage, { type: 'calibrate' }>
type CalibrationLiveEvent = Extract<LiveEvent, { type: 'calibration' }>

/** The running calibration of a session. Every server has the same data about it, except for the clients. */
type Run = Omit<CalibrationLiveEvent, 'type' | 'news'> & {
  /** The client that started the calibration. Null if this client is connected to another server. */
  readonly listener: Connection | null
  /** The devices that take part, by the id of the device. */
  readonly devices: Map<string, Member>
  /** How many times devices joined or changed their state, by the id of their person. */
  readonly answers: Map<string, number>
  lastMs: number
  measured: number
  /** The devices whose chirps were scheduled and whose results have not arrived yet. */
  measuring: readonly string[]
}

type Member = { readonly by: string; readonly isReady: boolean; readonly connection: Connection | null }

export type CalibrationOptions = {
  connections: Connections
  bus: Pick<EventBus, 'publish'>
  /** Returns the time in epoch milliseconds. */
  now(): number
  personalView: LiveSessions['personalView']
}

/** The session and the calibration that a message is about. */
type Place = { readonly ssid: string; readonly calibration: string }

function notify(to: Connection | null, { ssid, calibration }: Place, event: CalibrationEvent): void {
  to?.send({ type: 'calibration', ssid, calibration, news: event })
}

function end(to: Connection | null, place: Place, reason: CalibrationEnd): void {
  notify(to, place, { do: 'ended', reason })
}

/**
 * The calibrations of the sessions (Y5, Y6). The servers only pass messages between the clients, and store
 * nothing. All servers get the same events, so each of them knows the running calibration of a session.
 */
export class Calibrations {
  readonly #options: CalibrationOptions
  /** The running calibrations, by session. */
  readonly #runs = new Map<string, Run>()
  readonly #asked = new LRUCache<string, number>({ max: COUNTED_PEOPLE, ttl: ASKED_WITHIN_MS })
  /**
   * The clients of this server that are just starting a calibration, by calibration. `#begin` needs them when
   * the event arrives from the bus.
   */
  readonly #asking = new Map<string, Connection>()
  /**
   * The clients of this server that are just joining, by device. `receive` needs them when the event arrives
   * from the bus.
   */
  readonly #joining = new Map<string, Connection>()

  constructor(options: CalibrationOptions) {
    this.#options = options
  }

  /** Handles a message of a client about a calibration. */
  async act(connection: Connection, message: CalibrateMessage): Promise<void> {
    const { ssid, calibration, act } = message
    if (connection.isScreen || !connection.subscriptionTo(ssid)?.isOpen) return
    if (act.do === 'ask') return this.#ask(connection, message)
    const run = this.#runOf(ssid)
    if (run?.calibration !== calibration) return end(connection, message, 'cancelled')
    if (act.do === 'join') {
      if (this.#mayJoin(connection, run, act.device.device)) {
        this.#joining.set(act.device.device, connection)
        this.#publish(run, { do: 'joined', by: connection.userId, device: act.device })
      }
    } else if (act.do === 'leave') {
      if (run.devices.get(act.device)?.connection === connection)
        this.#publish(run, { do: 'left', device: act.device })
    } else this.#conduct(connection, run, act)
  }

  /** Handles an event of a calibration, from this server or another. */
  receive(message: CalibrationLiveEvent): void {
    const { news: event } = message
    if (event.do === 'asked') return this.#begin(message)
    const run = this.#runOf(message.ssid)
    if (run?.calibration !== message.calibration) return
    run.lastMs = this.#options.now()
    if (event.do === 'joined') {
      const { by } = event
      const { device, state } = event.device
      const connection = this.#joining.get(device) ?? null
      this.#joining.delete(device)
      run.devices.set(device, { by, isReady: state === 'ready', connection })
      run.answers.set(by, (run.answers.get(by) ?? 0) + 1)
      notify(run.listener, message, event)
    } else if (event.do === 'left') {
      run.devices.delete(event.device)
      notify(run.listener, message, event)
    } else if (event.do === 'schedule') {
      run.measured += 1
      run.measuring = event.devices
      notifyDevices(run, event, event.devices)
    } else if (event.do === 'results') {
      run.measuring = []
      notifyDevices(
        run,
        event,
        event.results.map(({ device }) => device),
      )
    } else {
      this.#runs.delete(message.ssid)
      for (const each of this.#audienceOf(message)) notify(each, message, event)
    }
  }

  /** Handles that a client has closed a session. */
  leave(connection: Connection, ssid: string): void {
    const run = this.#runOf(ssid)
    if (!run) return
    if (run.listener === connection) return this.#publish(run, { do: 'ended', reason: 'left' })
    for (const [device, { connection: member }] of run.devices)
      if (member === connection) this.#publish(run, { do: 'left', device })
  }

  /**
   * Ends the calibrations that were started on other servers, because one of these servers may have crashed. The devices of
   * this server leave them.
   */
  endOfOthers(): void {
    for (const run of [...this.#runs.values()].filter(({ listener }) => listener === null)) {
      for (const [device, { connection }] of run.devices)
        if (connection !== null) this.#publish(run, { do: 'left', device })
      this.#runs.delete(run.ssid)
      for (const each of this.#audienceOf(run)) end(each, run, 'left')
    }
  }

  #runOf(ssid: string): Run | null {
    const run = this.#runs.get(ssid)
    if (!run || this.#options.now() - run.lastMs <= IDLE_MS) return run ?? null
    this.#runs.delete(ssid)
    return null
  }

  #publish(about: Omit<CalibrationLiveEvent, 'type' | 'news'>, event: CalibrationEvent): void {
    const { ssid, calibration, userId, askedAtMs, isForAll } = about
    const details = { ssid, calibration, userId, askedAtMs, isForAll }
    this.#options.bus.publish({ type: 'calibration', ...details, news: event })
  }

  /** Lists the clients of this server that may take part in a calibration. */
  #audienceOf({ ssid, userId, isForAll }: Pick<Run, 'ssid' | 'userId' | 'isForAll'>): Connection[] {
    return this.#options.connections
      .subscriptions(ssid, isForAll ? null : userId)
      .filter(({ isOpen, connection }) => isOpen && !connection.isScreen)
      .map(({ connection }) => connection)
  }

  async #ask(connection: Connection, { ssid, calibration }: CalibrateMessage): Promise<void> {
    const { userId } = connection
    const place = { ssid, calibration }
    const you = await this.#options.personalView(ssid, userId)
    if (isRefused(you) || !connection.subscriptionTo(ssid)?.isOpen) return
    const asked = {
      ...place,
      userId,
      askedAtMs: this.#options.now(),
      isForAll: mayCalibrateEveryone(you.role),
    }
    const before = this.#runOf(ssid)
    // A new calibration of the same person replaces the running one. The client that started the running one
    // may be gone without an event, if its server stopped.
    const isOwn = before?.userId === userId
    if (before && !isOwn && (before.isForAll || !asked.isForAll)) return end(connection, place, 'busy')
    const count = (this.#asked.get(userId) ?? 0) + 1
    if (count > MOST_ASKED) return end(connection, place, 'limit')
    this.#asked.set(userId, count, { ttl: this.#asked.getRemainingTTL(userId) || ASKED_WITHIN_MS })
    this.#asking.set(calibration, connection)
    this.#publish(asked, { do: 'asked', by: userId, isOwn: false })
    this.#asking.delete(calibration)
  }

  /**
   * Begins a calibration. If two were started at the same time on two servers, all servers choose the same one.
   */
  #begin(event: CalibrationLiveEvent): void {
    const { ssid, calibration, userId, askedAtMs, isForAll } = event
    // `#runOf` deletes a calibration that ended without an event. Otherwise its clients would stay in memory.
    for (const other of this.#runs.keys()) this.#runOf(other)
    const before = this.#runOf(ssid)
    const listener = this.#asking.get(calibration) ?? null
    if (before) {
      if (winsOver(before, event)) return end(listener, event, 'busy')
      for (const each of this.#audienceOf(before)) end(each, before, 'busy')
    }
    this.#runs.set(ssid, {
      ...{ ssid, calibration, userId, askedAtMs, isForAll, listener },
      ...{ devices: new Map(), answers: new Map(), measuring: [] },
      ...{ lastMs: this.#options.now(), measured: 0 },
    })
    for (const each of this.#audienceOf(event))
      notify(each, event, { do: 'asked', by: userId, isOwn: each.userId === userId })
  }

  #mayJoin(connection: Connection, run: Run, device: string): boolean {
    const { userId } = connection
    if (!run.isForAll && userId !== run.userId) return false
    if ((run.answers.get(userId) ?? 0) >= MOST_ANSWERS_OF_PERSON) return false
    const known = run.devices.get(device)
    if (known) return known.connection === connection
    const members = [...run.devices.values()]
    return (
      members.length < MOST_DEVICES &&
      members.filter(({ by }) => by === userId).length < MOST_DEVICES_OF_PERSON &&
      members.every((member) => member.connection !== connection)
    )
  }

  /** Handles the messages that only the client that started the calibration may send. */
  #conduct(connection: Connection, run: Run, act: CalibrateMessage['act']): void {
    if (run.listener !== connection) return
    if (act.do === 'measure') {
      const devices = [...new Set(act.devices)].filter((device) => run.devices.get(device)?.isReady)
      if (devices.length < 2) return end(connection, run, 'devices')
      if (run.measured >= MOST_MEASURED) return end(connection, run, 'limit')
      this.#publish(run, { do: 'schedule', startTime: this.#options.now() + LEAD_MS, devices })
    } else if (act.do === 'finish') {
      if (run.measuring.length === 0) return
      const results = act.results.filter(({ device }) => run.measuring.includes(device))
      this.#publish(run, { do: 'results', results })
    } else if (act.do === 'cancel') this.#publish(run, { do: 'ended', reason: 'cancelled' })
  }
}

type CalibrationStart = Pick<Run, 'userId' | 'isForAll' | 'askedAtMs' | 'calibration'>

/**
 * Returns whether the calibration `one` of a session continues, and `other` ends (Y6). If both are of the same
 * person, the later one continues. Otherwise the one for everyone continues, or else the earlier one.
 */
function winsOver(one: CalibrationStart, other: CalibrationStart): boolean {
  const isEarlier = (one.askedAtMs - other.askedAtMs || (one.calibration < other.calibration ? -1 : 1)) < 0
  if (one.userId === other.userId) return !isEarlier
  return one.isForAll === other.isForAll ? isEarlier : one.isForAll
}

/**
 * Sends a message to devices that are connected to this server, and to the client that started the calibration.
 */
function notifyDevices(run: Run, event: CalibrationEvent, devices: readonly string[]): void {
  const members = devices.map((device) => run.devices.get(device)?.connection)
  for (const each of new Set([...members, run.listener])) notify(each ?? null, run, event)
}
