import { type GoneReason, liveClose } from '@jointly/contract'
import { isRefused, type Refused } from '../platform/refusal.ts'
import type { EventBus, LiveEvent, LocalEvent } from '../platform/event-bus.ts'
import { createCatchUp } from './catch-up.ts'
import type { Connection } from './connection.ts'
import { goneReasonOf } from '../session/access/gone-reason.ts'
import { peopleDelayMs } from '../session/presence/people-delay.ts'
import type { LiveSessions } from '../session/session.ts'
import { createPushes, JOIN_MS } from './push.ts'
import { Room, type Seat } from './room.ts'

/** How long a lost connection's person stays, so that a reload is no departure, in milliseconds (S4). */
const LINGER_MS = 8_000

/** More tabs and devices than one person has; one more ends the oldest connection. */
const CONNECTIONS_PER_PERSON = 20

/** More sessions than anyone looks at on one screen. */
const SESSIONS_OPEN = 10

const RETRY_MS = 1_000

/** Those of one session who are looked up at once cost little more than one. */
const REVIEWED_AT_ONCE = 200

/** Who listens to what over live connections, and what each is told. */
export type Hub = {
  add(connection: Connection): void
  open(connection: Connection, ssid: string): Promise<void>
  close(connection: Connection, ssid: string): void
  /** The connection is lost. */
  remove(connection: Connection): void
  /** The sessions that somebody listens to over a live connection here. */
  openSessions(): string[]
  /** How many connections stand that are logged in. */
  connectionCount(): number
  /** Tells everyone who listens here their own part anew, or that they may not be there any more (S2, S5). */
  review(): Promise<void>
  stop(): void
}

export function createHub(sessions: LiveSessions, bus: EventBus, onError: (error: unknown) => void): Hub {
  const byPerson = new Map<string, readonly Connection[]>()
  const rooms = new Map<string, Room>()
  const pushes = createPushes((ssid) => pushSession(ssid).catch(onError))
  const unsubscribe = bus.subscribe(hear)
  const catchUp = createCatchUp({ sendYou, onError })

  function hear(event: LiveEvent | LocalEvent): void {
    switch (event.type) {
      case 'session':
        return sessionChanged(event.ssid)
      case 'people':
        if (rooms.has(event.ssid))
          pushes.changed(event.ssid, Math.max(JOIN_MS, peopleDelayMs(sessions.activeCount(event.ssid))))
        return
      case 'you':
        for (const each of connectionsOf(event.userId)) void sendYou(each, event.ssid).catch(later(each))
        return
      case 'gone':
        for (const seat of seatsOf(event.ssid, event.userId)) dismiss(seat, event.reason)
        return
      case 'person':
        for (const each of connectionsOf(event.userId)) each.send(event.message)
        return
      case 'logout':
        for (const each of connectionsOf(event.userId))
          if (event.tokenIds.includes(each.tokenId)) each.endLogin()
        return
      case 'missed':
        for (const ssid of rooms.keys()) sessionChanged(ssid)
        catchUp.begin([...byPerson.values()].flat())
    }
  }

  /** Who could not be told is told as soon as it can be looked up. */
  const later = (connection: Connection) => (error: unknown) => {
    onError(error)
    catchUp.begin([connection])
  }

  const connectionsOf = (userId: string): readonly Connection[] => byPerson.get(userId) ?? []

  function seatsOf(ssid: string, userId: string | null): Seat[] {
    if (userId === null) return [...(rooms.get(ssid)?.seats ?? [])]
    return connectionsOf(userId).flatMap((connection) => connection.seatIn(ssid) ?? [])
  }

  function sessionChanged(ssid: string): void {
    const room = rooms.get(ssid)
    if (!room) return
    room.onlyPeopleChanged = false
    pushes.changed(ssid, JOIN_MS)
  }

  async function pushSession(ssid: string): Promise<void> {
    const room = rooms.get(ssid)
    if (!room) return
    try {
      await pushTo(room)
    } catch (error) {
      // What could not be read, as while the database is away, is told as soon as it can.
      room.onlyPeopleChanged = false
      pushes.changed(ssid, RETRY_MS)
      throw error
    }
  }

  async function pushTo(room: Room): Promise<void> {
    const onlyPeople = room.onlyPeopleChanged
    room.onlyPeopleChanged = true
    const state = await sessions.state(room.ssid)
    if (state && state.tag !== room.state?.tag) room.become(state, onlyPeople)
  }

  /** Tells a person their own part, if they are in the session on this connection. */
  async function sendYou(connection: Connection, ssid: string): Promise<void> {
    const seat = connection.seatIn(ssid)
    if (!seat) return
    if (!seat.isIn) {
      seat.isYouBehind = true
      return
    }
    const you = await sessions.personalView(ssid, connection.userId)
    if (!isSeated(seat)) return
    if (isRefused(you)) dismiss(seat, goneReasonOf(you))
    else connection.send({ type: 'you', ssid, you })
  }

  function dismiss(seat: Seat, reason: GoneReason): void {
    const { connection, room } = seat
    unseat(seat)
    sessions.disconnect(room.ssid, connection.userId, connection.id, 0)
    connection.send({ type: 'gone', ssid: room.ssid, reason })
  }

  /** Their place in the room, from before they are let in, so that nothing which concerns them is missed meanwhile. */
  function seat(connection: Connection, ssid: string): Seat {
    const known = connection.seatIn(ssid)
    if (known) return known
    const room = rooms.get(ssid) ?? new Room(ssid)
    rooms.set(ssid, room)
    const seat = { connection, room, isIn: false, version: 0, isBehind: false, isYouBehind: false }
    room.seats.add(seat)
    connection.seats = [...connection.seats, seat]
    return seat
  }

  const isSeated = (seat: Seat): boolean => seat.room.seats.has(seat)

  function unseat(seat: Seat): void {
    const { connection, room } = seat
    if (!room.seats.delete(seat)) return
    connection.seats = connection.seats.filter((other) => other !== seat)
    if (room.seats.size > 0) return
    rooms.delete(room.ssid)
    pushes.forget(room.ssid)
  }

  /** Lets the person in and tells them the state that everyone there has. @returns why not */
  async function letIn(place: Seat): Promise<Refused | null> {
    const { connection, room } = place
    const { ssid } = room
    const { userId } = connection
    // Who is in already is told anew.
    const entered = place.isIn ? null : await sessions.connect(ssid, userId, connection.id)
    if (isRefused(entered)) return entered
    const [state, you] = await Promise.all([
      room.state ?? sessions.state(ssid),
      sessions.personalView(ssid, userId),
    ])
    // Who was put out while they came in is told nothing of what goes on.
    if (isRefused(you)) return you
    if (!isSeated(place)) return null
    if (state && !room.state) room.become(state, false)
    place.isIn = true
    connection.sendState(place)
    connection.send({ type: 'you', ssid, you })
    if (place.isYouBehind) await sendYou(connection, ssid)
    return null
  }

  return {
    add(connection) {
      const own = [...connectionsOf(connection.userId), connection]
      // It counts no more, however long it takes to close: else many that come at once would all end the same one.
      const tooOld = own.slice(0, -CONNECTIONS_PER_PERSON)
      byPerson.set(connection.userId, own.slice(-CONNECTIONS_PER_PERSON))
      for (const oldest of tooOld) oldest.close(liveClose.tooMany, 'too many connections')
    },

    async open(connection, ssid) {
      if (!connection.seatIn(ssid) && connection.seats.length >= SESSIONS_OPEN)
        return connection.close(liveClose.tooMany, 'too many sessions')
      const place = seat(connection, ssid)
      try {
        const refused = await letIn(place)
        if (refused && isSeated(place)) dismiss(place, goneReasonOf(refused))
      } catch (error) {
        // They are to try again, as the app does when a connection ends.
        unseat(place)
        connection.close(liveClose.tryAgainLater, 'could not be opened')
        throw error
      } finally {
        // Whoever left or was put out while they came in may have appeared only then.
        if (!isSeated(place)) {
          const isLost = !connectionsOf(connection.userId).includes(connection)
          sessions.disconnect(ssid, connection.userId, connection.id, isLost ? LINGER_MS : 0)
        }
      }
    },

    close(connection, ssid) {
      const place = connection.seatIn(ssid)
      if (!place) return
      unseat(place)
      sessions.disconnect(ssid, connection.userId, connection.id, 0)
    },

    remove(connection) {
      const others = connectionsOf(connection.userId).filter((each) => each !== connection)
      if (others.length > 0) byPerson.set(connection.userId, others)
      else byPerson.delete(connection.userId)
      for (const place of connection.seats) {
        unseat(place)
        sessions.disconnect(place.room.ssid, connection.userId, connection.id, LINGER_MS)
      }
    },

    openSessions: () => [...rooms.keys()],

    connectionCount: () => [...byPerson.values()].flat().length,

    async review() {
      const seats = [...rooms.values()].flatMap((room) => [...room.seats])
      for (let start = 0; start < seats.length; start += REVIEWED_AT_ONCE)
        await Promise.all(
          seats
            .slice(start, start + REVIEWED_AT_ONCE)
            .map(({ connection, room }) => sendYou(connection, room.ssid).catch(onError)),
        )
    },

    stop() {
      unsubscribe()
      pushes.close()
      catchUp.stop()
    },
  }
}
