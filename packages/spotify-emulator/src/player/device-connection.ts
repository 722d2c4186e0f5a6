import type { Presenter } from '../api/presenter.ts'
import type { Collection } from '../library/collection.ts'
import type { Grants } from '../store/grants.ts'
import { trackWindowOf } from './device-track.ts'
import type { DeviceLink } from './devices.ts'
import type { FromDevice, ToDevice } from './device-messages.ts'
import { currentTrackId, type Playback } from './playback.ts'
import type { Players } from './players.ts'
import type { StreamUrlSigner } from './signed-stream-urls.ts'

export type ConnectionOptions = {
  readonly grants: Grants
  readonly collection: Collection
  readonly players: Players
  readonly now: () => number
  readonly streamUrls: StreamUrlSigner
}

/** The methods of a WebSocket that a device connection uses. */
export type DeviceSocket = { send(message: ToDevice): void; close(code: number, reason: string): void }

type DeviceRefusal = Extract<ToDevice, { type: 'refused' }>
type Hello = Extract<FromDevice, { type: 'hello' }>

/** The data of a page that has registered with the message `hello`. */
type RegisteredDevice = {
  readonly grantId: number
  readonly deviceId: string
  readonly link: DeviceLink
  token: string
  /** The time when the token expired, in epoch milliseconds. Null while the token is valid. */
  tokenExpiredAtMs: number | null
}

/** The provider requests a new token when less than this time remains until the old one expires. */
const renewBeforeMs = 30_000
/** The codes with which the player script ends its connection, and with which browsers do so for a closed page. */
const leftCodes: ReadonlySet<number> = new Set([1000, 1001])
/** How long a page may take to send a new token after the old one has expired. */
const renewTimeoutMs = 60_000

/** The connection between the player of one page and the provider: registration, commands and reports. */
export class DeviceConnection {
  #options
  #socket
  #present
  #device: RegisteredDevice | null = null

  constructor(options: ConnectionOptions, socket: DeviceSocket, present: Presenter) {
    this.#options = options
    this.#socket = socket
    this.#present = present
  }

  /** The id of the page's grant (one consent). Null until the page has registered. */
  get grantId(): number | null {
    return this.#device?.grantId ?? null
  }

  register({ deviceId, name, volumePercent, token }: Hello): void {
    if (this.#device !== null) return
    const grantId = authenticateDevice(token, this.#options)
    if (typeof grantId !== 'number') return this.#refuse(grantId)
    const link = this.#createLink(grantId)
    const player = this.#options.players.getOrCreate(grantId)
    if (!player.connect({ id: deviceId, name, volumePercent }, link))
      return this.#socket.close(4008, 'too many devices')
    this.#device = { grantId, deviceId, link, token, tokenExpiredAtMs: null }
    this.#socket.send({ type: 'registered' })
  }

  /** Handles a message of the page. Messages that come before the registration are ignored. */
  receive(message: Exclude<FromDevice, { type: 'hello' }>): void {
    if (this.#device === null) return
    const { grantId, deviceId } = this.#device
    const player = this.#options.players.find(grantId)
    switch (message.type) {
      case 'token':
        return this.#renewToken(this.#device, message.token)
      case 'report':
        return player?.report(deviceId, message)
      case 'ended':
        return player?.ended(deviceId, message.playbackId)
      case 'skip':
        return void player?.skip(deviceId, message.where)
      case 'name':
        return player?.rename(deviceId, message.name)
      case 'volume':
        return player?.setReportedVolume(deviceId, message.volumePercent)
      case 'stream':
        return this.#sendStreamUrl(message.trackId, grantId)
    }
  }

  /**
   * Asks the page for a new token before the old one expires. If no new token comes in time, the page is
   * disconnected and must connect again (B3).
   */
  checkToken(): void {
    if (this.#device === null) return
    const nowMs = this.#options.now()
    const expiresAtMs = this.#options.grants.access(this.#device.token)?.expiresAtMs ?? 0
    if (expiresAtMs - renewBeforeMs > nowMs) return
    if (expiresAtMs <= nowMs) this.#device.tokenExpiredAtMs ??= nowMs
    const { tokenExpiredAtMs } = this.#device
    if (tokenExpiredAtMs !== null && nowMs - tokenExpiredAtMs >= renewTimeoutMs)
      return this.#refuse({
        type: 'refused',
        event: 'authentication_error',
        message: 'Authentication failed',
      })
    this.#socket.send({ type: 'token-needed' })
  }

  /** Handles a closed socket. @param code the reason that the page gave, as in the WebSocket protocol */
  closed(code: number): void {
    if (this.#device === null) return
    const { grantId, deviceId: id, link } = this.#device
    this.#options.players.disconnect(grantId, { id, link }, leftCodes.has(code))
  }

  #createLink(grantId: number): DeviceLink {
    const { collection, streamUrls } = this.#options
    const { send, close } = this.#socket
    const present = this.#present
    return {
      load(playback) {
        const window = trackWindowOf(playback, collection, present)
        if (window === null) return
        const { id: playbackId, positionMs, playing } = playback
        const streamUrl = streamUrls.create(currentTrackId(playback), grantId)
        send({ type: 'load', playbackId, window, streamUrl, positionMs, playing })
      },
      update(playback: Playback) {
        const window = trackWindowOf(playback, collection, present)
        if (window !== null) send({ type: 'window', window })
      },
      pause: () => send({ type: 'pause' }),
      resume: () => send({ type: 'resume' }),
      seek: (positionMs) => send({ type: 'seek', positionMs }),
      setVolume: (volumePercent) => send({ type: 'volume', volumePercent }),
      deactivate: () => send({ type: 'deactivate' }),
      close: () => close(1000, ''),
    }
  }

  #refuse(refusal: DeviceRefusal): void {
    this.#socket.send(refusal)
    this.#socket.close(4001, 'refused')
  }

  #renewToken(device: RegisteredDevice, token: string): void {
    const grantId = authenticateDevice(token, this.#options)
    if (typeof grantId !== 'number') {
      // After any other error, for example an expired token, the page gets no message here. `checkToken` asks it for a
      // token again, until the time limit.
      if (grantId.event === 'account_error') this.#socket.send(grantId)
    } else if (grantId === device.grantId) {
      device.token = token
      device.tokenExpiredAtMs = null
    } else this.#socket.close(4002, 'another person')
  }

  #sendStreamUrl(trackId: string, grantId: number): void {
    const track = this.#options.collection.track(trackId)
    const isPlayable = track !== undefined && track.playable !== false
    const streamUrl = isPlayable ? this.#options.streamUrls.create(trackId, grantId) : null
    this.#socket.send({ type: 'stream', trackId, streamUrl })
  }
}

const refuse = (event: DeviceRefusal['event'], message: string): DeviceRefusal => ({
  type: 'refused',
  event,
  message,
})

/**
 * Checks an access token and returns the id of its grant (one consent). If the token does not allow playing,
 * returns the refusal for the player script.
 */
function authenticateDevice(
  token: string,
  { grants, collection, now }: ConnectionOptions,
): number | DeviceRefusal {
  const access = grants.access(token)
  if (access === undefined || access.grant === null || access.expiresAtMs <= now())
    return refuse('authentication_error', 'Authentication failed')
  if (!access.scopes.includes('streaming')) return refuse('authentication_error', 'Invalid token scopes.')
  if (collection.account(access.grant).product !== 'premium')
    return refuse('account_error', 'This functionality is restricted to premium users only.')
  return access.grant.id
}
