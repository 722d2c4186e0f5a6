import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Presenter } from '../api/present.ts'
import type { Person } from '../catalogue/types.ts'
import type { Collection } from '../library/collection.ts'
import type { Access, Grants } from '../store/grants.ts'
import { deviceWindow } from './device-track.ts'
import type { DeviceLink } from './devices.ts'
import { FromDevice, type ToDevice } from './messages.ts'
import { currentTrackId } from './playback.ts'
import type { Players } from './players.ts'

type Options = {
  readonly grants: Grants
  readonly collection: Collection
  readonly players: Players
  readonly now: () => number
  readonly streamUrlOf: (trackId: string) => string
}

/** Who sits behind a socket after its `hello`. */
type Registered = {
  readonly person: Person
  readonly deviceId: string
  readonly link: DeviceLink
  access: Access
}

const pingEveryMs = 10_000
const helloWithinMs = 10_000
/** A token this close to its end is renewed now. */
const renewBeforeMs = 30_000

const notPremium = 'This functionality is restricted to premium users only.'

/** The socket between a page's player and the provider: registration, commands, reports. */
export function createDealer({ grants, collection, players, now, streamUrlOf }: Options) {
  const server = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024, perMessageDeflate: false })
  const alive = new WeakSet<WebSocket>()

  /** Whom a token lets play, or the refusal in the player script's words. */
  const admit = (
    token: string,
  ): { person: Person; access: Access } | Extract<ToDevice, { type: 'refused' }> => {
    const refuse = (event: 'authentication_error' | 'account_error', message: string) =>
      ({ type: 'refused', event, message }) as const
    const access = grants.access(token)
    const person = access?.personId == null ? undefined : collection.person(access.personId)
    if (access === undefined || person === undefined || access.expiresAtMs <= now()) {
      return refuse('authentication_error', 'Authentication failed')
    }
    if (!access.scopes.includes('streaming')) return refuse('authentication_error', 'Invalid token scopes.')
    return person.product === 'premium' ? { person, access } : refuse('account_error', notPremium)
  }

  const linkOver = (
    socket: WebSocket,
    tell: (message: ToDevice) => void,
    present: Presenter,
  ): DeviceLink => ({
    load(playback) {
      const window = deviceWindow(playback, collection, present)
      if (window === null) return
      const { id: playbackId, positionMs, playing } = playback
      tell({
        type: 'load',
        playbackId,
        window,
        streamUrl: streamUrlOf(currentTrackId(playback)),
        positionMs,
        playing,
      })
    },
    update(playback) {
      const window = deviceWindow(playback, collection, present)
      if (window !== null) tell({ type: 'window', window })
    },
    pause: () => tell({ type: 'pause' }),
    resume: () => tell({ type: 'resume' }),
    seek: (positionMs) => tell({ type: 'seek', positionMs }),
    setVolume: (volumePercent) => tell({ type: 'volume', volumePercent }),
    deactivate: () => tell({ type: 'deactivate' }),
    close: () => socket.close(1000),
  })

  const serve = (socket: WebSocket, present: Presenter): void => {
    let registered: Registered | null = null
    const tell = (message: ToDevice): void => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
    }
    const register = (hello: Extract<FromDevice, { type: 'hello' }>): void => {
      const admitted = admit(hello.token)
      if ('type' in admitted) {
        tell(admitted)
        socket.close(4001, 'refused')
        return
      }
      const link = linkOver(socket, tell, present)
      registered = { ...admitted, deviceId: hello.deviceId, link }
      players.connect(
        admitted.person.id,
        { id: hello.deviceId, name: hello.name, volumePercent: hello.volumePercent },
        link,
      )
      tell({ type: 'registered' })
    }
    const renew = (who: Registered, token: string): void => {
      const admitted = admit(token)
      if ('type' in admitted) tell(admitted)
      else if (admitted.person.id === who.person.id) who.access = admitted.access
      else socket.close(4002, 'another person')
    }
    const hear = (who: Registered, message: Exclude<FromDevice, { type: 'hello' }>): void => {
      const personId = who.person.id
      switch (message.type) {
        case 'token':
          return renew(who, message.token)
        case 'report':
          return players.report(personId, who.deviceId, message)
        case 'ended':
          return players.ended(personId, who.deviceId, message.playbackId)
        case 'skip':
          players.skip(personId, who.deviceId, message.where)
          return
        case 'name':
          return players.rename(personId, who.deviceId, message.name)
        case 'volume':
          return players.volumeChanged(personId, who.deviceId, message.volumePercent)
        case 'stream': {
          const served = collection.track(message.trackId)
          const playable = served !== undefined && served.track.playable !== false
          tell({
            type: 'stream',
            trackId: message.trackId,
            streamUrl: playable ? streamUrlOf(message.trackId) : null,
          })
        }
      }
    }

    const helloTimer = setTimeout(() => registered ?? socket.close(4000, 'no hello'), helloWithinMs)
    const pings = setInterval(() => {
      if (!alive.has(socket)) return socket.terminate()
      alive.delete(socket)
      socket.ping()
      // A page cannot see pings; it takes the line for dead when it hears nothing.
      tell({ type: 'alive' })
      if (registered !== null && registered.access.expiresAtMs - renewBeforeMs <= now())
        tell({ type: 'token-needed' })
    }, pingEveryMs)
    alive.add(socket)

    socket.on('pong', () => alive.add(socket))
    socket.on('message', (data) => {
      const message = parseMessage(data instanceof Buffer ? data.toString('utf8') : '')
      if (message === null) return socket.close(1007, 'not understood')
      if (message.type === 'hello') return registered === null ? register(message) : undefined
      if (registered !== null) hear(registered, message)
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(helloTimer)
      clearInterval(pings)
      if (registered !== null) players.disconnect(registered.person.id, registered.deviceId, registered.link)
    })
  }

  return {
    /** Takes over an upgrade request to the dealer's address. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, present: Presenter): void {
      server.handleUpgrade(request, socket, head, (opened) => serve(opened, present))
    },
    close(): void {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

function parseMessage(text: string): FromDevice | null {
  try {
    const parsed = FromDevice.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
