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

it('D18 the rows keep their places from a press until half a second after its release', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
  const point = (name: string) =>
    act(async () => thumbOf('two')?.dispatchEvent(new PointerEvent(name, { bubbles: true })))
  const order = () =>
    [...document.querySelectorAll<HTMLElement>('[data-flip]')].map(({ dataset }) => dataset.flip)
  await draw('one', 'two', 'three')
  for (const release of ['pointerup', 'pointercancel']) {
    await point('pointerdown')
    // One song has left the list, one is new, and one has more votes.
    await drawVotes([{ ...aVote('three'), upvotes: 8 }, aVote('four'), aVote('two')])
    await pass(9_999)
    expect(order()).toEqual(['one', 'two', 'three'])
    expect(thumbOf('one')?.textContent).toMatch(/0$/)
    expect(thumbOf('three')?.textContent).toMatch(/8$/)
    await point(release)
    await pass(499)
    expect(order()).toEqual(['one', 'two', 'three'])
    await pass(1)
    expect(order()).toEqual(['three', 'four', 'two'])
    await draw('one', 'two', 'three')
    expect(order()).toEqual(['one', 'two', 'three'])
  }
  // The second press of a double tap keeps the places, too. Ten seconds after it, they change without a release.
  await point('pointerdown')
  await point('pointerup')
  await draw('three', 'one', 'two')
  await pass(499)
  await point('pointerdown')
  await pass(9_999)
  expect(order()).toEqual(['one', 'two', 'three'])
  await pass(1)
  expect(order()).toEqual(['three', 'one', 'two'])
})
