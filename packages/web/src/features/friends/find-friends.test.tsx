import type { Friend } from '@jointly/contract'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiTexts } from '../../shared/api/texts.ts'
import { startTexts } from '../../shared/i18n/i18n.ts'
import { emptyState } from '../../shared/store/state.ts'
import { useStore } from '../../shared/store/store.ts'
import { uiTexts } from '../../shared/ui/texts.ts'
import { useToasts } from '../../shared/ui/toasts/toast.ts'
import { SEARCH_DEBOUNCE_MS } from '../../shared/ui/search/use-search.ts'
import { FindFriendsScreen } from './FindFriendsScreen.tsx'
import { friendsTexts } from './texts.ts'

const stranger = (username: 'bob' | 'carla'): Friend => ({
  id: `00000000-0000-4000-8000-00000000000${username.length}`,
  user1: null,
  user2: null,
  is_friend: false,
  status: 'none',
  username,
})

let root: Root
let asked: { query: string; signal: AbortSignal; answer: (found: Friend[]) => void }[]

/** A fake server that has no friends and refuses new ones. The test answers the searches itself. */
async function server(url: string, init: { body: string; signal: AbortSignal }): Promise<Response> {
  if (url.endsWith('/change'))
    return Response.json({ error: { code: 'database-away', message: '' } }, { status: 503 })
  if (!url.endsWith('/find')) return Response.json([])
  const { s } = JSON.parse(init.body) as { s: string }
  return new Promise((resolve) => {
    asked.push({
      query: s,
      signal: init.signal,
      answer: (found) => resolve(Response.json(found)),
    })
  })
}

const router = () => {
  const rootRoute = createRootRoute()
  const at = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => rootRoute, path, component })
  return createRouter({
    routeTree: rootRoute.addChildren([
      at('/main/friends/find', FindFriendsScreen),
      at('/main/friends', () => <p>the friends</p>),
    ]),
    history: createMemoryHistory({ initialEntries: ['/main/friends/find'] }),
  })
}

const box = () => {
  const input = document.querySelector('input')
  if (!input) throw new Error('no search box')
  return input
}
const shown = () => document.body.textContent
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box(), text)
    box().dispatchEvent(new Event('input', { bubbles: true }))
  })

beforeEach(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  asked = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', server)
  useStore.setState(emptyState)
  useToasts.setState({ toasts: [] })
  startTexts({ ...uiTexts, ...apiTexts, ...friendsTexts })
  document.body.innerHTML = '<div id="root"></div>'
  root = createRoot(document.body)
  await act(async () => root.render(<RouterProvider router={router()} />))
  await pass(1)
})
afterEach(async () => {
  await act(async () => root.unmount())
  useToasts.setState({ toasts: [] })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the search for friends (spec sections 2 and 5)', () => {
  it('waits for a pause of 800 ms in the typing', async () => {
    expect(box().placeholder).toBe('Find Friends')
    expect(SEARCH_DEBOUNCE_MS).toBe(800)
    await type('b')
    await pass(799)
    expect(asked).toEqual([])
    await type('bo')
    await pass(799)
    expect(asked).toEqual([])
    await pass(1)
    expect(asked.map(({ query }) => query)).toEqual(['bo'])
  })

  it('N2 shows the people found, each with a name and an action, and says when there are none', async () => {
    await type('bo')
    await pass(800)
    await act(async () => asked[0]?.answer([stranger('bob'), stranger('carla')]))
    await pass(1)
    const rows = [...document.querySelectorAll('li')]
    expect(rows.map((row) => row.querySelector('button')?.getAttribute('aria-label'))).toEqual([
      'Send bob a friend request',
      'Send carla a friend request',
    ])
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('bob'),
      expect.stringContaining('carla'),
    ])
    await type('zo')
    await pass(800)
    await act(async () => asked[1]?.answer([]))
    await pass(1)
    expect(shown()).not.toContain('bob')
    expect(shown()).toContain('Nobody found for “zo”')
  })

  it('D14 screen readers read that a search runs, and what it found', async () => {
    const status = document.querySelector('[role=status]')
    expect(status?.textContent).toBe('')
    for (const [typed, found, text] of [
      ['bo', [stranger('bob'), stranger('carla')], '2 people found'],
      ['zo', [], 'Nobody found for “zo”'],
    ] as const) {
      await type(typed)
      await pass(800)
      expect(status?.textContent).toBe(uiTexts.state.loading)
      await act(async () => asked.at(-1)?.answer([...found]))
      await pass(1)
      expect(status?.textContent).toBe(text)
      expect(document.querySelectorAll('[role=status]')).toHaveLength(1)
    }
  })

  it('a late answer never replaces that of a newer query', async () => {
    await type('bo')
    await pass(800)
    await type('ca')
    await pass(800)
    expect(asked[0]?.signal.aborted).toBe(true)
    await act(async () => asked[1]?.answer([stranger('carla')]))
    await act(async () => asked[0]?.answer([stranger('bob')]))
    await pass(1)
    expect(shown()).toContain('carla')
    expect(shown()).not.toContain('bob')
  })

  it('an empty query fetches nothing and leads to the friends, but only after something was typed', async () => {
    await pass(5000)
    expect(shown()).not.toContain('the friends')
    await type('bo')
    await type(' ')
    await pass(800)
    expect(asked).toEqual([])
    expect(shown()).toContain('the friends')
  })

  it('N1 E3 a change that fails shows a message and changes nothing', async () => {
    await type('bo')
    await pass(800)
    await act(async () => asked[0]?.answer([stranger('bob')]))
    await pass(1)
    const status = () => document.querySelector<HTMLButtonElement>('li button')
    await act(async () => status()?.click())
    await pass(1)
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([apiTexts.error['database-away']])
    expect(status()?.dataset.state).toBe('failed')
    expect(status()?.getAttribute('aria-label')).toBe('Send bob a friend request')
    expect(shown()).toContain(friendsTexts.friends.status.none)
  })
})
