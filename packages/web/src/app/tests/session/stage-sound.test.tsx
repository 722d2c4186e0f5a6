import { ClientMessage, type ServerMessage } from '@jointly/contract'
import { beforeEach, expect, it, vi } from 'vitest'
import { aSession, aSong, SSID } from '../../../features/session/model/testing.ts'
import { stageTexts } from '../../../features/stage/texts.ts'
import { addTexts } from '../../../shared/i18n/i18n.ts'
import { eventually, open, pageText, resetBrowser, withApp } from '../app-testing.tsx'
import { account, provider } from '../inside-testing.ts'

/** The live connection of a screen whose session plays a song. */
class StageSocket {
  static readonly OPEN = 1
  readonly readyState = 1
  onopen: () => void = () => undefined
  onmessage: (event: { data: string }) => void = () => undefined
  onclose: (event: { code: number }) => void = () => undefined
  constructor() {
    queueMicrotask(() => this.onopen())
  }
  send(text: string): void {
    const answer = answerTo(ClientMessage.parse(JSON.parse(text)))
    if (answer) queueMicrotask(() => this.onmessage({ data: JSON.stringify(answer) }))
  }
  close(): void {}
}

function answerTo(message: ClientMessage): ServerMessage | null {
  if (message.type === 'hello') return { type: 'ready' }
  if (message.type === 'clock') return { type: 'clock', sentMs: message.sentMs, nowTime: Date.now() }
  if (message.type !== 'open') return null
  const { you: _you, ...session } = aSession()
  const startTime = Date.now() - 10_000
  const nowPlaying = { ...session.nowPlaying, mode: 'active' as const, song: aSong('one'), startTime }
  return { type: 'session', ssid: SSID, session: { ...session, nowPlaying } }
}

const device = 'a-screen'
/** How often the page has allowed the player to play. */
let unlocks = 0
/** Lets the player report that the browser blocks its sound. */
let block: (() => void) | null = null
class BlockedPlayer {
  #listeners = new Map<string, (about: object) => void>()
  addListener(event: string, listener: (about: object) => void): boolean {
    this.#listeners.set(event, listener)
    return true
  }
  async connect(): Promise<boolean> {
    this.#listeners.get('ready')?.({ device_id: device })
    block = () => this.#listeners.get('autoplay_failed')?.({})
    return true
  }
  disconnect(): void {}
  activateElement = async () => void (unlocks += 1)
  getCurrentState = async () => null
  pause = async () => undefined
}

withApp()
beforeEach(() => {
  vi.stubGlobal('WebSocket', StageSocket)
  vi.stubGlobal('Spotify', { Player: BlockedPlayer })
  addTexts('en', stageTexts)
  resetBrowser({
    'GET /api/provider': provider,
    'POST /api/stage/': { code: 'ABC234', secret: 'a-secret-of-the-stage', expires: 1 },
    'POST /api/stage/state': { ssid: SSID, sound: true },
    'POST /api/stage/account': account,
    [`PUT ${provider.apiBase}/me/player/play?device_id=${device}`]: new Response(null, { status: 204 }),
  })
})

it.each([
  { press: 'a click', event: () => new MouseEvent('click') },
  { press: 'a key', event: () => new KeyboardEvent('keydown', { key: 'a' }) },
])(
  'X5 X9 M8 $press allows the blocked sound of a big screen, and the start of a touch does not',
  async ({ event }) => {
    unlocks = 0
    await open('/stage')
    await eventually(() => expect(block).not.toBeNull())
    await eventually(() => {
      block?.()
      expect(pageText()).toContain(stageTexts.stage.blocked)
    })
    const before = unlocks
    // Browsers allow no sound at the start of a touch, because it may become a scroll.
    window.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch' }))
    expect(unlocks).toBe(before)
    window.dispatchEvent(event())
    expect(unlocks).toBe(before + 1)
  },
)
