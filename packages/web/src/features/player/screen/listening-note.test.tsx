import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { apiTexts } from '../../../shared/api/texts.ts'
import type { ProviderInfo } from '../../../shared/api/use-provider.ts'
import { useStore } from '../../../shared/store/store.ts'
import { useToasts } from '../../../shared/ui/toasts/toast.ts'
import { startTexts } from '../../../shared/i18n/i18n.ts'
import { uiTexts } from '../../../shared/ui/texts.ts'
import { ListeningHelp, ListeningNote } from './ListeningNote.tsx'
import { playerTexts } from '../texts.ts'
import type { SyncState } from '../sync/sync-button.ts'
import { setReachable } from '../../../shared/browser/connection/online.ts'
import { IDLE_VIEW, type PlayerView } from './player-view.ts'

globalThis.IS_REACT_ACT_ENVIRONMENT = true

const BUILT_IN: ProviderInfo = {
  service: 'spotify',
  name: 'Built-in',
  apiBase: '/spotify/api/v1',
  sdkUrl: '/player.js',
  manageUrl: null,
  blurCover: true,
  silentLoop: true,
  keepsTime: true,
  attribution: false,
  registration: 'open',
  resetMail: false,
  guests: true,
  directLink: true,
  linkOrigin: 'https://jointly.example',
}

// Loads the icons first, because a test must not end while they load.
beforeAll(async () => void (await import('../../../shared/ui/media/IconDrawing.tsx')))

it('the Sync button keeps the focus while it measures, and is inactive until then', async () => {
  startTexts({ ...uiTexts, ...playerTexts })
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.body)
  let wishes = 0
  const draw = (sync: SyncState) =>
    act(async () =>
      root.render(
        <ListeningNote
          onListen={null}
          view={{ ...IDLE_VIEW, state: 'playing', listening: 'playing', sync }}
          onSync={() => {
            wishes += 1
          }}
        />,
      ),
    )
  await draw('idle')
  const button = document.querySelector('button')
  button?.focus()
  button?.click()
  expect(wishes).toBe(1)
  await draw('measuring')
  expect(document.activeElement).toBe(button)
  expect(button?.getAttribute('aria-busy')).toBe('true')
  expect(document.querySelector('[role=status]')?.textContent).toBe(playerTexts.player.sync.measuring)
  button?.click()
  expect(wishes).toBe(1)
  for (const sync of ['done', 'idle'] as const) {
    await draw(sync)
    expect(document.activeElement).toBe(button)
  }
  button?.click()
  expect(wishes).toBe(2)
  await act(async () => root.unmount())
})

it('P7 after Sync, a person whose song still loads does not read that it is in sync', async () => {
  startTexts({ ...uiTexts, ...playerTexts })
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.body)
  const view = { ...IDLE_VIEW, state: 'playing', listening: 'buffering', sync: 'done' } as const
  await act(async () => root.render(<ListeningNote view={view} onSync={() => undefined} />))
  expect(document.querySelector('[role=status]')?.textContent).toBe('Measured again')
  await act(async () => root.unmount())
})

it('H8 a listener reads that the music is paused, not that nothing plays', async () => {
  startTexts({ ...uiTexts, ...playerTexts })
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.body)
  const { listening } = playerTexts.player
  for (const isPaused of [false, true]) {
    const view = { ...IDLE_VIEW, state: 'sleep' as const, listening: 'waiting' as const }
    const note = <ListeningNote view={view} isPaused={isPaused} onListen={null} onSync={() => undefined} />
    await act(async () => root.render(note))
    const status = document.querySelector('[role=status]')
    expect(status?.textContent).toBe(isPaused ? listening.paused : listening.waiting)
  }
  await act(async () => root.unmount())
})

it('M12 a person who does not listen to a song that plays gets a button, and reads that the sound starts', async () => {
  startTexts({ ...uiTexts, ...playerTexts })
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.body)
  let presses = 0
  const draw = (view: PlayerView, onListen: (() => void) | null) =>
    act(async () => root.render(<ListeningNote {...{ view, onListen }} onSync={() => undefined} />))
  await draw(IDLE_VIEW, () => (presses += 1))
  const status = document.querySelector('[role=status]')
  document.querySelector('button')?.focus()
  document.querySelector('button')?.click()
  expect([document.body.textContent, presses]).toEqual([playerTexts.player.listen, 1])
  // The button disappears. The next Tab starts at the text about the sound, which screen readers read.
  await draw({ ...IDLE_VIEW, listening: 'connecting' }, null)
  expect(document.activeElement?.textContent).toBe(playerTexts.player.listening.connecting)
  expect(document.activeElement).toBe(status)
  await draw(IDLE_VIEW, null)
  expect(document.body.textContent).toBe(playerTexts.player.listening.off)
  await draw({ ...IDLE_VIEW, state: 'sleep', listening: 'waiting' }, () => undefined)
  expect(document.body.textContent).toBe(playerTexts.player.listening.connecting)
  await act(async () => root.unmount())
})

it.each<[string, Partial<PlayerView>]>([
  [playerTexts.player.unlock, { listening: 'blocked' }],
  [playerTexts.player.here, { listening: 'trouble', trouble: 'elsewhere' }],
  [uiTexts.state.retry, { listening: 'trouble', trouble: 'playback' }],
])('D14 M8 after a press on “%s”, the text about the sound has the focus', async (name, before) => {
  startTexts({ ...uiTexts, ...playerTexts })
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.body)
  const draw = (parts: Partial<PlayerView>) => {
    const view: PlayerView = { ...IDLE_VIEW, state: 'playing', ...parts }
    root.render(
      <>
        <ListeningHelp view={view} provider={null} onRetry={() => draw({ listening: 'connecting' })} />
        <ListeningNote view={view} onSync={() => undefined} />
      </>,
    )
  }
  await act(async () => draw(before))
  const button = document.querySelector('button')
  expect(button?.textContent).toBe(name)
  button?.focus()
  await act(async () => button?.click())
  expect(button?.isConnected).toBe(false)
  expect(document.activeElement?.getAttribute('role')).toBe('status')
  expect(document.activeElement?.textContent).toBe(playerTexts.player.listening.connecting)
  await act(async () => root.unmount())
})

it('P8 a song that loads for a long time, at once or with pauses, shows a message only while there is no sound', async () => {
  startTexts({ ...uiTexts, ...playerTexts })
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.body)
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const draw = (listening: 'buffering' | 'playing') =>
    act(async () =>
      root.render(
        <ListeningHelp
          view={{ ...IDLE_VIEW, state: 'playing', listening }}
          provider={null}
          onRetry={() => undefined}
        />,
      ),
    )
  await draw('buffering')
  await act(async () => void vi.advanceTimersByTime(9_999))
  expect(document.body.textContent).toBe('')
  await act(async () => void vi.advanceTimersByTime(1))
  expect(document.body.textContent).toBe(playerTexts.player.slow)
  const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
  // Without a connection, the app shows a banner about it, so this message is not shown.
  await act(async () => setReachable(false))
  expect(document.body.textContent).toBe('')
  await act(async () => setReachable(true))
  expect(document.body.textContent).toBe(playerTexts.player.slow)
  // While a song plays, the message is not shown.
  await draw('playing')
  expect(document.body.textContent).toBe('')
  await pass(15_000)
  // With a slow connection, the song waits several times and plays one second after each wait.
  for (let second = 0; second < 4; second += 1) {
    expect(document.body.textContent).toBe('')
    await draw('buffering')
    await pass(3_000)
    await draw('playing')
    await pass(1_000)
  }
  await draw('buffering')
  expect(document.body.textContent).toBe(playerTexts.player.slow)
  await pass(18_000)
  expect(document.body.textContent).toBe(playerTexts.player.tooSlow)
  await act(async () => root.unmount())
})

it('L15 without an account, a person turns the sound on with a tap; a guest reads why it is not on yet', async () => {
  // The button has the same text as in the accounts.
  const connect = { continueAs: 'Continue as {{name}}' }
  startTexts({ ...uiTexts, ...apiTexts, ...playerTexts, connect })
  document.body.innerHTML = '<div></div>'
  // A test of another file may have left a message.
  useToasts.setState({ toasts: [] })
  const refused = { error: { code: 'provider-refused', message: '', reason: 'unavailable' } }
  vi.stubGlobal('fetch', async () => Response.json(refused, { status: 503 }))
  const user = { id: crypto.randomUUID(), username: 'Tim', email: '', level: 0 }
  onTestFinished(() => {
    vi.unstubAllGlobals()
    useStore.setState({ user: null })
    useToasts.setState({ toasts: [] })
  })
  const root = createRoot(document.body)
  const draw = (isGuest: boolean) =>
    act(async () => {
      useStore.setState({ user: isGuest ? { ...user, guest: true as const } : user })
      const view = { ...IDLE_VIEW, state: 'sleep' as const, listening: 'silent' as const }
      root.render(<ListeningHelp view={view} provider={BUILT_IN} onRetry={() => undefined} />)
    })
  const { player } = playerTexts
  await draw(false)
  expect(document.body.textContent).toContain(player.silentBuiltIn)
  expect(document.querySelector('button')?.textContent).toContain('Continue as Tim')
  await draw(true)
  expect(document.body.textContent).toContain(player.silentGuest.replace('{{provider}}', 'Built-in'))
  const again = document.querySelector('button')
  expect(again?.textContent).toContain(uiTexts.state.retry)
  await act(async () => again?.click())
  await expect.poll(() => useToasts.getState().toasts).toMatchObject([{ tone: 'bad' }])
  await act(async () => root.unmount())
})
