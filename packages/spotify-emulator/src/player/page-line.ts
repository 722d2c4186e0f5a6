import type { Presenter } from '../api/present.ts'
import type { Collection } from '../library/collection.ts'
import type { Grants } from '../store/grants.ts'
import { admit } from './admission.ts'
import { deviceWindow } from './device-track.ts'
import type { DeviceLink } from './devices.ts'
import type { FromDevice, ToDevice } from './messages.ts'
import { currentTrackId, type Playback } from './playback.ts'
import type { Players } from './players.ts'
import type { StreamAddresses } from './stream-address.ts'

export type LineOptions = {
  readonly grants: Grants
  readonly collection: Collection
  readonly players: Players
  readonly now: () => number
  readonly streams: StreamAddresses
}

/** The socket as the line uses it. */
export type Wire = { tell(message: ToDevice): void; close(code: number, reason: string): void }

/** Who is behind a socket after its `hello`. */
type Registered = {
  readonly grantId: number
  readonly deviceId: string
  readonly link: DeviceLink
  token: string
  /** Since when the token is no longer good; null while it is. */
  endedAtMs: number | null
}

/** A token this close to its end is renewed now. */
const renewBeforeMs = 30_000
/** A page whose token ended has this long to bring a new one. */
const renewWithinMs = 60_000

/** What is said between one page's player and the provider: registration, commands, reports. */
export function createPageLine(options: LineOptions, { tell, close }: Wire, present: Presenter) {
  const { grants, collection, players, now, streams } = options
  let registered: Registered | null = null

  const linkOf = (grantId: number): DeviceLink => ({
    load(playback) {
      const window = deviceWindow(playback, collection, present)
      if (window === null) return
      const { id: playbackId, positionMs, playing } = playback
      const streamUrl = streams.of(currentTrackId(playback), grantId)
      tell({ type: 'load', playbackId, window, streamUrl, positionMs, playing })
    },
    update(playback: Playback) {
      const window = deviceWindow(playback, collection, present)
      if (window !== null) tell({ type: 'window', window })
    },
    pause: () => tell({ type: 'pause' }),
    resume: () => tell({ type: 'resume' }),
    seek: (positionMs) => tell({ type: 'seek', positionMs }),
    setVolume: (volumePercent) => tell({ type: 'volume', volumePercent }),
    deactivate: () => tell({ type: 'deactivate' }),
    close: () => close(1000, ''),
  })

  const refuse = (refusal: Extract<ToDevice, { type: 'refused' }>): void => {
    tell(refusal)
    close(4001, 'refused')
  }

  const renew = (who: Registered, token: string): void => {
    const admitted = admit(token, options)
    if (!('type' in admitted)) {
      if (admitted.grantId !== who.grantId) return close(4002, 'another person')
      who.token = token
      who.endedAtMs = null
    }
    // A page that has no good token yet is asked again by `tend` until its time is up.
    else if (admitted.event === 'account_error') tell(admitted)
  }

  const hear = (who: Registered, message: Exclude<FromDevice, { type: 'hello' }>): void => {
    const { grantId, deviceId } = who
    switch (message.type) {
      case 'token':
        return renew(who, message.token)
      case 'report':
        return players.report(grantId, deviceId, message)
      case 'ended':
        return players.ended(grantId, deviceId, message.playbackId)
      case 'skip':
        players.skip(grantId, deviceId, message.where)
        return
      case 'name':
        return players.rename(grantId, deviceId, message.name)
      case 'volume':
        return players.volumeChanged(grantId, deviceId, message.volumePercent)
      case 'stream': {
        const { trackId } = message
        const served = collection.track(trackId)
        const isPlayable = served !== undefined && served.track.playable !== false
        tell({ type: 'stream', trackId, streamUrl: isPlayable ? streams.of(trackId, grantId) : null })
      }
    }
  }

  return {
    /** The grant of the page; null before it has registered. */
    grantId: (): number | null => registered?.grantId ?? null,

    /** Takes in a message other than `hello`; before the page has registered it means nothing. */
    hear(message: Exclude<FromDevice, { type: 'hello' }>): void {
      if (registered !== null) hear(registered, message)
    },

    register(hello: Extract<FromDevice, { type: 'hello' }>): void {
      if (registered !== null) return
      const admitted = admit(hello.token, options)
      if ('type' in admitted) return refuse(admitted)
      const { grantId } = admitted
      const { deviceId, name, volumePercent, token } = hello
      const link = linkOf(grantId)
      if (!players.connect(grantId, { id: deviceId, name, volumePercent }, link))
        return close(4008, 'too many devices')
      registered = { grantId, deviceId, link, token, endedAtMs: null }
      tell({ type: 'registered' })
    },

    /** Asks for a new token before the old one ends; a page that brings none in time is refused (B3). */
    tend(): void {
      if (registered === null) return
      const endsAtMs = grants.access(registered.token)?.expiresAtMs ?? 0
      if (endsAtMs - renewBeforeMs > now()) return
      if (endsAtMs <= now()) registered.endedAtMs ??= now()
      const { endedAtMs } = registered
      if (endedAtMs !== null && now() - endedAtMs >= renewWithinMs)
        return refuse({ type: 'refused', event: 'authentication_error', message: 'Authentication failed' })
      tell({ type: 'token-needed' })
    },

    gone(): void {
      if (registered !== null) players.disconnect(registered.grantId, registered.deviceId, registered.link)
    },
  }
}
