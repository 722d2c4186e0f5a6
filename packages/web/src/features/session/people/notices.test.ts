import type { PublicUser, SharedSession, You } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import type { SessionView } from '../model/session-view.ts'
import { ANN, aSession, aSong, aVote } from '../model/testing.ts'
import { createNoticeQueue } from './notice-queue.ts'
import { mergeNotices, type Notice, noticesBetween as noticesBetweenViews } from './notices.ts'

const person = (name: string): PublicUser => ({ id: `id of ${name}`, username: name })
const [ben, cleo, dan] = [person('ben'), person('cleo'), person('dan')] as const

const here = (...people: PublicUser[]): SharedSession =>
  aSession({ active: people, activeCount: people.length })
const listed = (voters: PublicUser[], ...songs: string[]): SharedSession => ({
  ...here(ANN),
  voters,
  voteCount: songs.length,
  votes: songs.map((id) => {
    const vote = aVote(id, voters.length)
    return { ...vote, voters: voters.map((_, place) => place), why: { ...vote.why, by: voters[0] ?? null } }
  }),
})

const viewOf = (shared: SharedSession, own: You['votes'] = {}) => ({
  shared,
  you: { ...aSession().you, votes: own },
})
const noticesBetween = (before: SharedSession, after: SharedSession, ownId: string) =>
  noticesBetweenViews(viewOf(before), viewOf(after), ownId, (id) =>
    before.active.some((person) => person.id === id),
  )

describe('notices', () => {
  it('U6 name who came, but not the reader, and only count in a large session', () => {
    expect(noticesBetween(here(ANN), here(ANN, ben, cleo), ANN.id)).toEqual([
      { kind: 'joined', people: [ben, cleo], count: 2 },
    ])
    expect(noticesBetween(here(ben), here(ben, ANN), ANN.id)).toEqual([])
    const large = { ...here(ben), activeCount: 300 }
    expect(noticesBetween(large, { ...large, active: [cleo], activeCount: 304 }, ANN.id)).toEqual([
      { kind: 'joined', people: [], count: 4 },
    ])
    expect(noticesBetween(here(ANN, ben), here(ANN), ANN.id)).toEqual([])
  })

  describe('U6 say that a song was skipped', () => {
    const playing = (id: string, startTime: number, parts: object = {}): SharedSession => ({
      ...here(ANN),
      nowPlaying: {
        ...aSession().nowPlaying,
        mode: 'active',
        song: { ...aSong(id), title: `Song ${id}`, duration: 100_000 },
        startTime,
        ...parts,
      },
    })
    const skipped = [{ kind: 'skipped', title: 'Song a' }]
    const nothing = { ...here(ANN), nowPlaying: { ...aSession().nowPlaying, nowTime: 40_000 } }

    it('if the next song starts before its end', () => {
      expect(noticesBetween(playing('a', 0), playing('b', 40_000), ANN.id)).toEqual(skipped)
      expect(noticesBetween(playing('a', 0), playing('a', 40_000), ANN.id)).toEqual(skipped)
    })

    it('if nothing plays before its end', () => {
      expect(noticesBetween(playing('a', 0), nothing, ANN.id)).toEqual(skipped)
    })

    it('if the song changes while it is paused', () => {
      const paused = { pausedAt: 5, pausedBy: ben }
      const next = playing('b', 200_000, paused)
      expect(noticesBetween(playing('a', 0, paused), next, ANN.id)).toEqual(skipped)
    })

    it('but not if it played to its end, or only moved on after a pause', () => {
      expect(noticesBetween(playing('a', 0), playing('b', 100_000), ANN.id)).toEqual([])
      expect(noticesBetween(playing('a', 0), playing('b', 99_000), ANN.id)).toEqual([])
      expect(noticesBetween(playing('a', 0), playing('b', 98_999), ANN.id)).toEqual(skipped)
      expect(noticesBetween(playing('a', 0), playing('b', 250_000), ANN.id)).toEqual([])
      expect(noticesBetween(playing('a', 0, { pausedAt: 5 }), playing('a', 30_000), ANN.id)).toEqual([])
      expect(noticesBetween(nothing, playing('a', 30_000), ANN.id)).toEqual([])
    })
  })

  it('U6 say who added and who voted, but not what the reader did', () => {
    expect(noticesBetween(listed([]), listed([ben], 'a'), ANN.id)).toEqual([
      { kind: 'added', people: [ben], count: 1, title: 'a' },
    ])
    expect(noticesBetween(listed([]), listed([ANN], 'a'), ANN.id)).toEqual([])
    expect(noticesBetween(listed([ben], 'a'), listed([ben, cleo], 'a'), ANN.id)).toEqual([
      { kind: 'voted', people: [cleo], count: 1, title: 'a' },
    ])
    expect(noticesBetween(listed([ben], 'a'), listed([ben, ANN], 'a'), ANN.id)).toEqual([])
    expect(noticesBetween(listed([ben], 'a'), listed([ben, ANN, cleo], 'a'), ANN.id)).toEqual([
      { kind: 'voted', people: [cleo], count: 1, title: 'a' },
    ])
    expect(noticesBetween(listed([ben, cleo], 'a'), listed([ben], 'a'), ANN.id)).toEqual([])
    // The vote that the reader gave before is not new.
    const own = { a: 'up' } as const
    const [before, after] = [listed([ANN], 'a'), listed([ANN, ben], 'a')]
    expect(noticesBetweenViews(viewOf(before, own), viewOf(after, own), ANN.id, () => true)).toEqual([
      { kind: 'voted', people: [ben], count: 1, title: 'a' },
    ])
  })

  it('U6 do not say that a song was added if the view had only the first songs of the list', () => {
    const before = { ...listed([ben], 'a'), voteCount: 2 }
    expect(noticesBetween(before, { ...listed([ben], 'a', 'b'), voteCount: 2 }, ANN.id)).toEqual([])
  })

  it('U6 leave out the own vote when its answer comes before the list, and down-votes, which have no name', () => {
    const before = listed([ben], 'a')
    const counted = (upvotes: number, downvotes: number): SharedSession => ({
      ...before,
      votes: before.votes.map((vote) => ({ ...vote, upvotes, downvotes })),
    })
    const own = (direction: 'up' | 'down') => ({ a: direction })
    const votedOf = (after: SessionView) => noticesBetweenViews(viewOf(before), after, ANN.id, () => true)
    expect(votedOf(viewOf(counted(2, 0), own('up')))).toEqual([])
    expect(votedOf(viewOf(counted(1, 1), own('down')))).toEqual([])
    expect(votedOf(viewOf(counted(1, 1)))).toEqual([])
    expect(votedOf(viewOf(counted(3, 0), own('up')))).toEqual([
      { kind: 'voted', people: [], count: 1, title: 'a' },
    ])
  })

  it('U6 H8 say who paused the music, but not to that person, and not again with the next song', () => {
    const played = (parts: object): SharedSession => ({
      ...here(ANN),
      nowPlaying: { ...here(ANN).nowPlaying, mode: 'active', song: aSong('a'), startTime: 1, ...parts },
    })
    const pausedBy = (by: PublicUser, parts = {}) => played({ pausedAt: 5, pausedBy: by, ...parts })
    expect(noticesBetween(played({}), pausedBy(ben), ANN.id)).toEqual([{ kind: 'paused', person: ben }])
    expect(noticesBetween(played({}), pausedBy(ANN), ANN.id)).toEqual([])
    expect(noticesBetween(pausedBy(ben), played({}), ANN.id)).toEqual([])
    expect(noticesBetween(pausedBy(ben), pausedBy(ben, { song: aSong('b') }), ANN.id)).toEqual([
      { kind: 'skipped', title: 'a' },
    ])
  })

  it('U6 are put together by kind', () => {
    const vote = (by: PublicUser, title: string): Notice => ({ kind: 'voted', people: [by], count: 1, title })
    expect(mergeNotices([vote(ben, 'a')], [vote(ben, 'a'), vote(cleo, 'b')])).toEqual([
      { kind: 'voted', people: [ben, cleo], count: 3 },
    ])
    expect(mergeNotices([vote(ben, 'a')], [vote(dan, 'a')])).toMatchObject([{ count: 2, title: 'a' }])
  })

  it('U6 come one at a time, and rarely in a large session', () => {
    const timers: { delayMs: number; run: () => void }[] = []
    const shown: (Notice | null)[] = []
    const queue = createNoticeQueue(
      (delayMs, run) => {
        timers.push({ delayMs, run })
        return () => timers.splice(0)
      },
      (notice) => shown.push(notice),
    )
    const joined = (by: PublicUser): Notice => ({ kind: 'joined', people: [by], count: 1 })
    queue.add([joined(ben)], 3)
    queue.add([joined(cleo)], 3)
    queue.add([joined(dan)], 300)
    expect(shown).toEqual([joined(ben)])
    timers.shift()?.run()
    expect(shown.at(-1)).toBeNull()
    expect(timers[0]?.delayMs).toBe(16_000)
    timers.shift()?.run()
    expect(shown.at(-1)).toEqual({ kind: 'joined', people: [cleo, dan], count: 2 })
    queue.close()
    expect(timers).toEqual([])
  })

  it('U6 H8 a pause does not wait for other notices, also in a large session', () => {
    const timers: (() => void)[] = []
    const shown: (Notice | null)[] = []
    const queue = createNoticeQueue(
      (_delayMs, run) => {
        timers.push(run)
        return () => timers.splice(timers.indexOf(run), 1)
      },
      (notice) => shown.push(notice),
    )
    const joined: Notice = { kind: 'joined', people: [ben], count: 1 }
    queue.add([joined], 300)
    queue.add([joined], 300)
    queue.add([{ kind: 'paused', person: cleo }], 300)
    expect(shown).toEqual([joined, { kind: 'paused', person: cleo }])
    expect(timers).toHaveLength(1)
    timers.shift()?.()
    timers.shift()?.()
    expect(shown.slice(2)).toEqual([null, joined])
  })
})
