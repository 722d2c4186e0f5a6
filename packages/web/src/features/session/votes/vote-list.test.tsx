import type { Vote } from '@jointly/contract'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startTexts } from '../../../shared/i18n/i18n.ts'
import { uiTexts } from '../../../shared/ui/texts.ts'
import { aSession, aVote } from '../model/testing.ts'
import { type SessionActions, SessionActionsContext } from '../model/use-session.ts'
import { sessionTexts } from '../texts.ts'
import { VoteList } from './VoteList.tsx'

globalThis.IS_REACT_ACT_ENVIRONMENT = true
const { votes: texts } = sessionTexts.session

// Loads the icons first, because a test must not end while they load.
beforeAll(async () => void (await import('../../../shared/ui/media/IconDrawing.tsx')))

const actions: SessionActions = {
  cast: async () => null,
  castInList: async () => undefined,
  setSkipWish: async () => undefined,
  setPaused: async () => undefined,
  setFavorite: async () => undefined,
  retry: () => undefined,
}

let root: Root
beforeEach(() => {
  startTexts({ ...uiTexts, ...sessionTexts })
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body)
})
afterEach(() => act(async () => root.unmount()))

const draw = (...ids: string[]) => drawVotes(ids.map((id) => aVote(id)))
const drawVotes = (votes: Vote[]) =>
  act(async () => {
    const { you, ...shared } = aSession({ votes, voteCount: votes.length })
    root.render(
      <SessionActionsContext value={actions}>
        <VoteList
          view={{ shared, you }}
          pending={new Map()}
          serverNow={() => null}
          limit={null}
          short={false}
          onSearch={() => {}}
          onVotes={() => {}}
        />
      </SessionActionsContext>,
    )
  })
const thumbOf = (title: string) =>
  [...document.querySelectorAll<HTMLElement>('li button')].find((each) =>
    each.textContent?.includes(texts.up.replace('{{title}}', title)),
  )

it('V1 when a song leaves the list, its neighbour or the empty list gets the focus', async () => {
  await draw('one', 'two', 'three')
  thumbOf('two')?.focus()
  await draw('one', 'three')
  expect(document.activeElement).toBe(thumbOf('three'))
  await draw('one')
  expect(document.activeElement).toBe(thumbOf('one'))
  await draw()
  expect(document.activeElement?.getAttribute('aria-label')).toBe(texts.title)
  expect(document.activeElement?.textContent).toContain(texts.emptyAction)
})

it('D16 an empty list is a text, and no list without rows', async () => {
  await draw('one')
  expect(document.querySelectorAll('ul')).toHaveLength(1)
  await draw()
  expect(document.querySelectorAll('ul')).toHaveLength(0)
  expect(document.body.textContent).toContain(texts.empty)
})

it('V1 a song that leaves the list does not change the focus elsewhere', async () => {
  await draw('one', 'two')
  thumbOf('one')?.focus()
  await draw('one')
  expect(document.activeElement).toBe(thumbOf('one'))
})

it('V8 a single song is not called last in line, even before anything plays', async () => {
  const { why } = sessionTexts.session
  const last = aVote('one')
  last.why = { ...last.why, rule: 'last' }
  await drawVotes([last])
  expect(document.body.textContent).toContain(why.only)
  expect(document.body.textContent).not.toContain(why.last)
  await drawVotes([aVote('two'), last])
  expect(document.body.textContent).toContain(why.last)
  expect(document.body.textContent).not.toContain(why.only)
})

it('D18 the rows keep their places while a button is pressed, at most for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
  const point = (name: string) =>
    act(async () => thumbOf('two')?.dispatchEvent(new PointerEvent(name, { bubbles: true })))
  const order = () =>
    [...document.querySelectorAll('[data-flip]')].map((each) => each.getAttribute('data-flip'))
  await draw('one', 'two', 'three')
  for (const [release, heldMs] of [
    ['pointerup', 100],
    ['pointercancel', 100],
    ['click', 0],
  ] as const) {
    await point('pointerdown')
    await draw('three', 'one', 'two')
    await pass(9_999)
    expect(order(), release).toEqual(['one', 'two', 'three'])
    await point(release)
    if (heldMs > 0) {
      await pass(heldMs - 1)
      expect(order(), release).toEqual(['one', 'two', 'three'])
      await pass(1)
    }
    expect(order(), release).toEqual(['three', 'one', 'two'])
    await draw('one', 'two', 'three')
    expect(order(), release).toEqual(['one', 'two', 'three'])
  }
  await point('pointerdown')
  await draw('three', 'one', 'two')
  await pass(10_000)
  expect(order()).toEqual(['three', 'one', 'two'])
})
