import {
  CALIBRATED_DEVICES,
  type CalibrationEnd,
  type CalibrationEvent,
  type ClientMessage,
  type ServerMessage,
} from '@jointly/contract'
import { mayCalibrateEveryone } from '@jointly/domain'
import type { EventBus, LiveEvent } from '../platform/event-bus.ts'
import { createLargeCache } from '../platform/large-cache.ts'
import { isRefused } from '../platform/refusal.ts'
import type { LiveSessions } from '../session/session.ts'
import { createBroadcastQueue } from './broadcast-frame.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import { textFrame } from './text-frame.ts'

/** How long the devices have to prepare before the first chirp, in milliseconds. */
const LEAD_MS = 3_000
/** After this time without a message, a calibration ends, in milliseconds (Y6). */
const IDLE_MS = 90_000
/** A person may start this many calibrations within `ASKED_WITHIN_MS` (Y6). */
const MOST_ASKED = 6
const ASKED_WITHIN_MS = 600_000
/** The maximum number of measurements in one calibration (Y6). */
const MOST_MEASURED = 10
/**
 * The maximum number of people whose started calibrations are counted. If there are more people, the least recently
 * used count is dropped.
 */
const COUNTED_PEOPLE = 20_000
/** The maximum number of devices in a calibration. */
const MOST_DEVICES = 50
/** The maximum number of devices of one person in a calibration. */
const MOST_DEVICES_OF_PERSON = CALIBRATED_DEVICES
/** How many times the devices of one person together may join or change their state in a calibration (Y5). */
const MOST_ANSWERS_OF_PERSON = 100

export type CalibrateMessage = Extract<ClientMessage, { type: 'calibrate' }>
type CalibrationLiveEvent = Extract<LiveEvent, { type: 'calibration' }>

/** The running calibration of a session. All servers have the same data, but each knows only its own connections. */
type Run = Omit<CalibrationLiveEvent, 'type' | 'news'> & {
  /** The client that started the calibration. Null if this client is connected to another server. */
  readonly listener: Connection | null
  /** The devices that take part. The key is the id of the device. */
  readonly devices: Map<string, Member>
  /** How many times the devices of each person joined or changed their state. The key is the id of the person. */
  readonly answers: Map<string, number>
  lastMs: number
  measured: number
  /** The ids of the devices that are being measured: they have a schedule, but no results yet. */
  measuring: readonly string[]
}

type Member = { readonly by: string; readonly isReady: boolean; readonly connection: Connection | null }

export type CalibrationOptions = {
  connections: Connections
  bus: Pick<EventBus, 'publish'>
  /** Returns the current time in epoch milliseconds. */
  now(): number
  personalView: LiveSessions['personalView']
}

/** The ids of a session and of a calibration in it. */
type Place = { readonly ssid: string; readonly calibration: string }

function frameOf({ ssid, calibration }: Place, news: CalibrationEvent): Buffer {
  return textFrame(JSON.stringify({ type: 'calibration', ssid, calibration, news } satisfies ServerMessage))
}

function notify(to: Connection | null, place: Place, event: CalibrationEvent): void {
  to?.sendFrame(frameOf(place, event))
}

function end(to: Connection | null, place: Place, reason: CalibrationEnd): void {
  notify(to, place, { do: 'ended', reason })
}

/**
 * The calibrations of all sessions (Y5, Y6). The server passes messages between clients and stores nothing in the
 * database. All servers get the same events from the bus, so each has the same list of running calibrations.
 */
export class Calibrations {
  readonly #options: CalibrationOptions
  readonly #broadcast = createBroadcastQueue()
  /** The running calibrations. The key is the id of the session. */
  readonly #runs = new Map<string, Run>()
  readonly #asked = createLargeCache<number>(COUNTED_PEOPLE, { ttl: ASKED_WITHIN_MS })
  /**
   * The clients of this server that asked for a calibration. The key is the id of the calibration. A client is stored
   * until the bus delivers the event of its request, because an event cannot contain a connection.
   */
  readonly #asking = new Map<string, Connection>()
  /** The same for clients that joined a calibration. The key is the id of the device. */
  readonly #joining = new Map<string, Connection>()

  constructor(options: CalibrationOptions) {
    this.#options = options
  }

  /** Handles a message about a calibration from a client of this server. */
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

  /** Handles an event about a calibration from the bus. This server or another one has published it. */
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
      const measured = event.results.map(({ device }) => device)
      notifyDevices(run, event, measured)
    } else {
      this.#runs.delete(message.ssid)
      this.#notifyAudience(message, () => event)
    }
  }

  /** Must be called when a client of this server closes a session or loses its connection. */
  leave(connection: Connection, ssid: string): void {
    const run = this.#runOf(ssid)
    if (!run) return
    if (run.listener === connection) return this.#publish(run, { do: 'ended', reason: 'left' })
    for (const [device, { connection: member }] of run.devices)
      if (member === connection) this.#publish(run, { do: 'left', device })
  }

  /**
   * Ends the calibrations whose listening phone is connected to another server, because that server may have crashed.
   * If that server still runs, it learns that the devices of this server have left.
   */
  endOfOthers(): void {
    for (const run of [...this.#runs.values()].filter(({ listener }) => listener === null)) {
      for (const [device, { connection }] of run.devices)
        if (connection !== null) this.#publish(run, { do: 'left', device })
      this.#runs.delete(run.ssid)
      this.#notifyAudience(run, () => ({ do: 'ended', reason: 'left' }))
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

  /** Sends a message to the clients of this server that may take part. `isOwn`: they are of the person who asked. */
  #notifyAudience(
    run: Place & Pick<Run, 'userId' | 'isForAll'>,
    eventFor: (isOwn: boolean) => CalibrationEvent,
  ): void {
    const room = this.#options.connections.room(run.ssid)
    if (!room) return
    const own = frameOf(run, eventFor(true))
    const others = run.isForAll ? frameOf(run, eventFor(false)) : null
    this.#broadcast(
      room,
      ({ connection }) => (connection.isScreen ? null : connection.userId === run.userId ? own : others),
      ({ connection }, frame) => connection.sendFrame(frame),
    )
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
    // A person can replace their own running calibration. It may be left over from a client whose server crashed.
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
   * Begins a calibration. If two calibrations of a session were started at the same time on two servers, all servers
   * choose the same one.
   */
  #begin(event: CalibrationLiveEvent): void {
    const { ssid, calibration, userId, askedAtMs, isForAll } = event
    // `#runOf` deletes each calibration that is over after IDLE_MS. Otherwise its connections would stay in memory.
    for (const other of this.#runs.keys()) this.#runOf(other)
    const before = this.#runOf(ssid)
    const listener = this.#asking.get(calibration) ?? null
    if (before) {
      if (winsOver(before, event)) return end(listener, event, 'busy')
      this.#notifyAudience(before, () => ({ do: 'ended', reason: 'busy' }))
    }
    this.#runs.set(ssid, {
      ...{ ssid, calibration, userId, askedAtMs, isForAll, listener },
      ...{ devices: new Map(), answers: new Map(), measuring: [] },
      ...{ lastMs: this.#options.now(), measured: 0 },
    })
    this.#notifyAudience(event, (isOwn) => ({ do: 'asked', by: userId, isOwn }))
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

  /** Handles `measure`, `finish` and `cancel`. Only the client that started the calibration may send them. */
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
 * Returns whether `one` continues and `other` ends, if a session has two calibrations (Y6). If the same person started
 * them, the later one continues. Otherwise, the calibration with `isForAll` continues. If `isForAll` is equal, the
 * earlier one continues.
 */
function winsOver(one: CalibrationStart, other: CalibrationStart): boolean {
  const isEarlier = (one.askedAtMs - other.askedAtMs || (one.calibration < other.calibration ? -1 : 1)) < 0
  if (one.userId === other.userId) return !isEarlier
  return one.isForAll === other.isForAll ? isEarlier : one.isForAll
}

/**
 * Sends a message to the given devices and to the client that started the calibration. Those that are connected to
 * another server get the message from that server.
 */
function notifyDevices(run: Run, event: CalibrationEvent, devices: readonly string[]): void {
  const members = devices.map((device) => run.devices.get(device)?.connection)
  for (const each of new Set([...members, run.listener])) notify(each ?? null, run, event)
}
