import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { useStore } from '../../../shared/store/store.ts'
import { useToasts } from '../../../shared/ui/toasts/toast.ts'
import { queryAll, byName, sentTo, eventually, pageText, withApp } from '../app-testing.tsx'
import { aSession, SSID } from '../../../features/session/model/testing.ts'
import { insideTexts } from '../../inside-texts.ts'
import { account, ANN, openSession, openTab, provider, song, startInSession } from '../inside-testing.ts'

const { devices } = insideTexts.player
const deviceList = `GET ${provider.apiBase}/me/player/devices`
const kitchen = { id: 'kitchen', name: 'Kitchen', is_restricted: false }
const phone = { id: 'phone', name: 'Phone', is_restricted: false }

/** The handlers of the system's media controls. */
const handlers = new Map<string, (() => void) | null>()
const mediaSession = {
  setActionHandler: (action: string, handler: (() => void) | null) => handlers.set(action, handler),
}
beforeAll(() => {
  Object.defineProperty(navigator, 'mediaSession', { value: mediaSession, configurable: true })
  vi.stubGlobal('MediaMetadata', Object)
})
afterAll(() => Reflect.deleteProperty(navigator, 'mediaSession'))

withApp(startInSession)

it('the background of a session is its blurred cover if the provider allows that', async () => {
  const nowPlaying = { ...aSession().nowPlaying, mode: 'active' as const, song: song('one'), startTime: 1 }
  await openSession({ nowPlaying }, { 'GET /api/provider': provider })
  await eventually(() => expect(queryAll('canvas')).toHaveLength(1))
})

describe('a paused session', () => {
  const { pause } = insideTexts.session
  const call = `PUT /api/session/${SSID}/pause`
  const playing = { ...aSession().nowPlaying, mode: 'active' as const, song: song('one'), startTime: 1 }

  it('H8 one tap of the host pauses it for everyone', async () => {
    await openSession({ nowPlaying: playing }, { [call]: { paused: true } })
    byName(pause.pause).click()
    await eventually(() => expect(sentTo(call)).toEqual([{ paused: true }]))
  })

  it('H8 says who paused it and stays at its position, and only people with the right resume it', async () => {
    const nowPlaying = { ...playing, pausedAt: 65_000, pausedBy: { id: ANN.id, username: 'cleo' } }
    const you = { ...aSession().you, role: 'guest' as const }
    await openSession({ nowPlaying, you })
    await eventually(() => expect(pageText()).toContain('Paused by cleo'))
    await eventually(() => expect(pageText()).toContain('1:05'))
    expect(() => byName(pause.resume)).toThrow(pause.resume)
  })
})

describe('the media controls of the system', () => {
  it('E3 K1 M6 a message says that the server refused a skip with the media keys', async () => {
    const nowPlaying = { ...aSession().nowPlaying, mode: 'active' as const, song: song('one'), startTime: 1 }
    const call = `PUT /api/session/${SSID}/skip`
    const refusal = Response.json({ error: { code: 'limited', message: '' } }, { status: 429 })
    await openSession({ nowPlaying }, { [call]: refusal })
    handlers.get('nexttrack')?.()
    const shown = () => useToasts.getState().toasts.map(({ text }) => text)
    await eventually(() =>
      expect(shown()).toContainEqual(expect.stringContaining(insideTexts.session.skip.failed)),
    )
    expect(sentTo(call)).toEqual([{ wish: true, songID: 'one' }])
    // The wish is not shown any more.
    expect(byName(insideTexts.session.skip.wish)).toBeDefined()
  })
})

describe('the picker of streaming devices (spec section 2)', () => {
  it('P8 has a refresh button and the devices as a list to choose one from', async () => {
    await openSession(
      {},
      {
        'GET /api/provider': provider,
        'GET /api/accounts/': [account],
        [deviceList]: { devices: [kitchen, phone] },
      },
    )
    openTab('Options')
    await eventually(() => expect(pageText()).toContain(devices.title))
    const asked = () => sentTo(deviceList).length
    // The list of devices appears only after the provider is known.
    await eventually(() => {
      byName(devices.reload).click()
      expect(asked()).toBeGreaterThan(0)
    })
    const radios = () => queryAll('fieldset input[name=device]')
    await eventually(() => expect(radios()).toHaveLength(2))
    expect(radios().map((radio) => radio.parentElement?.textContent)).toEqual(['Kitchen', 'Phone'])
    // Nobody has chosen a device yet, so the first one is used (spec section 8).
    expect(radios().map((radio) => radio instanceof HTMLInputElement && radio.checked)).toEqual([true, false])
    const stored = { device_id: 'kitchen', devices: [kitchen, phone].map(({ id, name }) => ({ id, name })) }
    await eventually(() => expect(useStore.getState().account_props).toEqual([stored]))
  })

  it('L1 P8 the song plays if an older account must be connected again', async () => {
    const nowPlaying = { ...aSession().nowPlaying, mode: 'active' as const, song: song('one'), startTime: 1 }
    const play = `PUT ${provider.apiBase}/me/player/play?device_id=kitchen`
    await openSession(
      { nowPlaying },
      {
        'GET /api/provider': provider,
        'GET /api/accounts/': [{ ...account, id: 'ended', access_token: '', status: 'reconnect' }, account],
        [`POST /api/session/${SSID}/play`]: { song: song('one'), startTime: 1, nowTime: 1000, next: null },
        [deviceList]: { devices: [kitchen] },
        [play]: new Response(null, { status: 204 }),
      },
    )
    openTab('Options')
    await eventually(() => {
      byName(devices.reload).click()
      expect(queryAll('fieldset input[name=device]')).toHaveLength(1)
    })
    byName(insideTexts.player.play).click()
    await eventually(() =>
      expect(sentTo(play)).toContainEqual(expect.objectContaining({ uris: ['spotify:track:one'] })),
    )
  })
})
