import type { Answer, PlayAnswer } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { follow, ok, PLAYS, refused, running } from './follower-testing.ts'
import type { SessionView } from './session-view.ts'
import { ANN, aSession, aVote, SSID } from './testing.ts'

const { you: YOU, ...SHARED } = aSession({ votes: [aVote('pushed')] })

describe('following a session', () => {
  it('S2 opening a session joins it by a call and by the live connection', async () => {
    const { state, opened, answer } = follow()
    expect(opened).toEqual([`open ${SSID}`])
    await answer(ok())
    expect(state.now.phase).toBe('inside')
  })

  it('S4 a session is polled every 20 s while stopped and every 6 s while playing', async () => {
    const { follower, answer, waits } = follow()
    await answer(ok())
    expect(waits()).toEqual([20_000])
    follower.setListening(true)
    expect(waits()).toEqual([6_000])
  })

  it('S4 a poll without an answer is sent again after 20 s', async () => {
    const { state, answer, tick, waits, fetching } = follow()
    expect(waits()).toEqual([20_000])
    await tick()
    expect(fetching()).toBe(2)
    await answer(ok({ votes: [aVote('late')] }))
    expect(state.now.phase).toBe('loading')
    await answer(ok())
    expect(state.now.phase).toBe('inside')
    expect(waits()).toEqual([20_000])
  })

  it('V8 a push replaces the session', async () => {
    const { state, answer, push } = follow()
    await answer(ok())
    push({ type: 'session', ssid: SSID, session: SHARED })
    expect(state.now).toMatchObject({ phase: 'inside', shared: { votes: [{ song: { id: 'pushed' } }] } })
  })

  it('D2 a change of the people changes the session and the bounds of waiting', async () => {
    const { state, answer, push } = follow()
    await answer(ok({ votes: [aVote('one')] }))
    push({
      type: 'people',
      ssid: SSID,
      activeCount: 400,
      listenerCount: 300,
      skips: 3,
      named: { from: 0, users: [] },
    })
    expect(state.now).toMatchObject({
      shared: {
        activeCount: 400,
        listenerCount: 300,
        skips: 3,
        active: [],
        votes: [{ song: { id: 'one' }, why: { bound: 800 } }],
      },
    })
  })

  it('D2 a push before the first answer is kept', async () => {
    const { state, answer, push } = follow()
    push({ type: 'session', ssid: SSID, session: SHARED })
    expect(state.now.phase).toBe('loading')
    push({ type: 'you', ssid: SSID, you: YOU })
    expect(state.now).toMatchObject({ phase: 'inside', shared: { votes: [{ song: { id: 'pushed' } }] } })
    await answer(ok({ votes: [aVote('old')] }))
    expect(state.now).toMatchObject({ phase: 'inside', shared: { votes: [{ song: { id: 'pushed' } }] } })
  })

  it('P4 the answer of a poll does not replace a newer push', async () => {
    const { state, answer, push, tick } = follow()
    await answer(ok())
    await tick()
    push({ type: 'session', ssid: SSID, session: SHARED })
    await answer(ok({ votes: [aVote('old')] }))
    expect(state.now).toMatchObject({ shared: { votes: [{ song: { id: 'pushed' } }] } })
  })

  it('S6 a deleted session is shown as deleted and is not polled any more', async () => {
    const { follower, state, answer, push, waits, opened, fetching } = follow()
    await answer(ok())
    push({ type: 'gone', ssid: SSID, reason: 'deleted' })
    await follower.askPlay()
    follower.refresh()
    expect([state.plays, fetching()]).toEqual([0, 0])
    expect(state.now).toEqual({ phase: 'out', reason: 'deleted' })
    expect(waits()).toEqual([])
    expect(opened).toEqual([`open ${SSID}`, `close ${SSID}`])
  })

  it('S6 without a live connection the next poll finds a deleted session', async () => {
    const { state, answer, tick } = follow({ live: false })
    await answer(ok())
    await tick()
    await answer(refused('not-found'))
    expect(state.now).toEqual({ phase: 'out', reason: 'deleted' })
  })

  it('S5 a person who is banned sees that after a call', async () => {
    const { state, answer } = follow()
    await answer(refused('banned'))
    expect(state.now).toEqual({ phase: 'out', reason: 'banned' })
  })

  it('G5 a guest sees that the session no longer allows guests', async () => {
    const { state, answer } = follow()
    await answer(refused('no-guests'))
    expect(state.now).toEqual({ phase: 'out', reason: 'no-guests' })
  })

  it('C8 a message about the chat does not make the answer of a poll older', async () => {
    const { state, answer, push, tick } = follow()
    await answer(ok())
    await tick()
    push({ type: 'muted', ssid: SSID, muted: true })
    await answer(ok({ votes: [aVote('polled')] }))
    expect(state.now).toMatchObject({ shared: { votes: [{ song: { id: 'polled' } }] } })
  })

  it('E3 a failure is shown first, but a later one keeps the session on the screen', async () => {
    const { state, answer, tick } = follow()
    await answer(refused('network'))
    expect(state.now.phase).toBe('failed')
    await tick()
    await answer(ok())
    await tick()
    const { changes } = state
    await answer(refused('network'))
    expect(state).toMatchObject({ now: { phase: 'inside' }, changes })
  })

  it('P7 without a live connection each poll of a running session also calls play', async () => {
    const { state, answer } = follow({ live: false })
    await answer(running())
    expect(state.plays).toBe(1)
  })

  it('P4 the answer of play sets the song that plays', async () => {
    const { follower, state, answer } = follow()
    await answer(ok())
    await follower.askPlay()
    expect(state.now).toMatchObject({
      phase: 'inside',
      shared: { nowPlaying: { mode: 'active', song: { id: 'one' }, startTime: 5000 } },
    })
  })

  it('S4 a closed screen leaves the session and reports no changes', async () => {
    const { follower, state, answer, push, opened, waits } = follow()
    follower.close()
    await answer(ok())
    push({ type: 'gone', ssid: SSID, reason: 'deleted' })
    expect(state.now.phase).toBe('loading')
    expect(opened.at(-1)).toBe(`close ${SSID}`)
    expect(waits()).toEqual([])
  })

  it('P7 play is not called with a live connection, or while nothing plays', async () => {
    const live = follow()
    await live.answer(running())
    const silent = follow({ live: false })
    await silent.answer(ok())
    expect([live.state.plays, silent.state.plays]).toEqual([0, 0])
  })

  it('P4 the answer of play does not replace a newer push', async () => {
    let play = (_answer: Answer<PlayAnswer>) => {}
    const { follower, state, answer, push } = follow({ play: () => new Promise((done) => (play = done)) })
    await answer(ok())
    const asking = follower.askPlay()
    push({ type: 'session', ssid: SSID, session: SHARED })
    play(PLAYS)
    await asking
    expect(state.now).toMatchObject({ shared: { nowPlaying: { mode: 'passive' } } })
  })

  it('S5 a refused play says why the person is out', async () => {
    const { follower, state, answer } = follow({ play: async () => refused('banned') })
    await answer(ok())
    await follower.askPlay()
    expect(state.now).toEqual({ phase: 'out', reason: 'banned' })
  })

  it.each([
    ['not-found', 'not-found'],
    ['policy', 'policy'],
    ['malformed', 'not-found'],
    ['invalid', 'not-found'],
  ] as const)('S2 a refusal with %s ends the session with %s', async (code, reason) => {
    const { state, answer } = follow()
    await answer(refused(code))
    expect(state.now).toEqual({ phase: 'out', reason })
  })

  it('D2 a push for another session, or of people before the session, changes nothing', async () => {
    const { state, answer, push } = follow()
    push({
      type: 'people',
      ssid: SSID,
      activeCount: 4,
      listenerCount: 4,
      skips: 0,
      named: { from: 0, users: [] },
    })
    expect(state.now).toEqual({ phase: 'loading' })
    await answer(ok())
    const before = state.now
    push({ type: 'gone', ssid: ANN.id, reason: 'deleted' })
    push({ type: 'session', ssid: ANN.id, session: SHARED })
    expect(state.now).toBe(before)
  })

  it('V1 an acknowledged vote changes the session once it is loaded', async () => {
    const { follower, state, answer } = follow()
    const vote = ({ shared, you }: SessionView) => ({
      shared,
      you: { ...you, votes: { one: 'up' as const } },
    })
    follower.update(vote)
    expect(state.now).toEqual({ phase: 'loading' })
    await answer(ok())
    follower.update(vote)
    expect(state.now).toMatchObject({ phase: 'inside', you: { votes: { one: 'up' } } })
  })

  it('E3 a call is aborted when another one replaces it or the screen closes', () => {
    const { follower, signals, opened, waits } = follow()
    follower.refresh()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    expect(waits()).toEqual([20_000])
    follower.close()
    follower.close()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    expect(opened).toEqual([`open ${SSID}`, `close ${SSID}`])
  })

  it('S4 the polling changes only with listening, and ends with the screen', async () => {
    const { follower, answer, waits, opened } = follow()
    await answer(ok())
    follower.setListening(false)
    expect(waits()).toEqual([20_000])
    follower.setListening(true)
    expect(opened).toEqual([`open ${SSID}`, 'sound'])
    expect(waits()).toEqual([6_000])
    follower.refresh()
    follower.setListening(true)
    expect(waits()).toEqual([20_000])
    await answer(ok())
    expect(waits()).toEqual([6_000])
    follower.close()
    follower.setListening(false)
    expect(waits()).toEqual([])
    expect(opened).toEqual([`open ${SSID}`, 'sound', `close ${SSID}`])
  })

  it('S4 each poll and each push updates the session', async () => {
    const { state, answer, push, tick } = follow()
    await answer(ok())
    await tick()
    await answer(ok({ votes: [aVote('polled')] }))
    expect(state.now).toMatchObject({ shared: { votes: [{ song: { id: 'polled' } }] } })
    push({ type: 'session', ssid: SSID, session: SHARED })
    expect(state.now).toEqual({ phase: 'inside', shared: SHARED, you: YOU })
    push({ type: 'session', ssid: SSID, session: { ...SHARED, skips: 7 } })
    expect(state.now).toEqual({ phase: 'inside', shared: { ...SHARED, skips: 7 }, you: YOU })
  })

  it('D2 a pushed part is kept when the first call fails', async () => {
    const { state, answer, push } = follow()
    push({ type: 'session', ssid: SSID, session: SHARED })
    await answer(refused('network'))
    expect(state.now.phase).toBe('failed')
    push({ type: 'you', ssid: SSID, you: YOU })
    expect(state.now).toEqual({ phase: 'inside', shared: SHARED, you: YOU })
  })

  it('P4 the answer of play is ignored before the session is loaded and after it is closed', async () => {
    const { follower, state, answer } = follow()
    await follower.askPlay()
    expect(state.now).toEqual({ phase: 'loading' })
    await answer(ok())
    const before = state.now
    const asking = follower.askPlay()
    follower.close()
    await asking
    expect(state.now).toBe(before)
  })
})
