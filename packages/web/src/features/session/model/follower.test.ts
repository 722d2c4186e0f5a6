import type { Answer, PlayAnswer } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { follow, ok, PLAYS, refused, running } from './follower-testing.ts'
import type { Inside } from './merge.ts'
import { ANN, aSession, aVote, SSID } from './testing.ts'

const { you: YOU, ...SHARED } = aSession({ votes: [aVote('pushed')] })

describe('following a session', () => {
  it('S2 opening a session joins it by a call and by the live connection', async () => {
    const { state, opened, answer } = follow()
    expect(opened).toEqual([`open ${SSID}`])
    await answer(ok())
    expect(state.now.phase).toBe('inside')
  })

  it('S4 it is polled every 20 s while stopped and every 6 s while playing', async () => {
    const { follower, answer, waits } = follow()
    await answer(ok())
    expect(waits()).toEqual([20_000])
    follower.setListening(true)
    expect(waits()).toEqual([6_000])
  })

  it('S4 a poll that is never answered is given up after 20 s, and does not end the polling', async () => {
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

  it('V8 a push replaces what was known', async () => {
    const { state, answer, hear } = follow()
    await answer(ok())
    hear({ type: 'session', ssid: SSID, session: SHARED })
    expect(state.now).toMatchObject({ phase: 'inside', shared: { votes: [{ song: { id: 'pushed' } }] } })
  })

  it('D2 who is here now goes onto what was known, and the bound of waiting follows', async () => {
    const { state, answer, hear } = follow()
    await answer(ok({ votes: [aVote('one')] }))
    hear({ type: 'people', ssid: SSID, activeCount: 400, skips: 3, named: { from: 0, users: [] } })
    expect(state.now).toMatchObject({
      shared: {
        activeCount: 400,
        skips: 3,
        active: [],
        votes: [{ song: { id: 'one' }, why: { bound: 800 } }],
      },
    })
  })

  it('D2 what is told before the first call answers is not lost to it', async () => {
    const { state, answer, hear } = follow()
    hear({ type: 'session', ssid: SSID, session: SHARED })
    expect(state.now.phase).toBe('loading')
    hear({ type: 'you', ssid: SSID, you: YOU })
    expect(state.now).toMatchObject({ phase: 'inside', shared: { votes: [{ song: { id: 'pushed' } }] } })
    await answer(ok({ votes: [aVote('old')] }))
    expect(state.now).toMatchObject({ phase: 'inside', shared: { votes: [{ song: { id: 'pushed' } }] } })
  })

  it('P4 a poll that a push overtook does not bring back what was before', async () => {
    const { state, answer, hear, tick } = follow()
    await answer(ok())
    await tick()
    hear({ type: 'session', ssid: SSID, session: SHARED })
    await answer(ok({ votes: [aVote('old')] }))
    expect(state.now).toMatchObject({ shared: { votes: [{ song: { id: 'pushed' } }] } })
  })

  it('S6 a deleted session says so, and is asked for no more', async () => {
    const { follower, state, answer, hear, waits, opened, fetching } = follow()
    await answer(ok())
    hear({ type: 'gone', ssid: SSID, reason: 'deleted' })
    await follower.askPlay()
    follower.refresh()
    expect([state.plays, fetching()]).toEqual([0, 0])
    expect(state.now).toEqual({ phase: 'out', reason: 'deleted' })
    expect(waits()).toEqual([])
    expect(opened).toEqual([`open ${SSID}`, `close ${SSID}`])
  })

  it('S6 without a live connection the next poll finds that it was deleted', async () => {
    const { state, answer, tick } = follow({ live: false })
    await answer(ok())
    await tick()
    await answer(refused('not-found'))
    expect(state.now).toEqual({ phase: 'out', reason: 'deleted' })
  })

  it('S5 a banned person is told, whether by a push or by a call', async () => {
    const { state, answer } = follow()
    await answer(refused('banned'))
    expect(state.now).toEqual({ phase: 'out', reason: 'banned' })
  })

  it('E3 the first failure shows, a later one leaves what is there', async () => {
    const { state, answer, tick } = follow()
    await answer(refused('network'))
    expect(state.now.phase).toBe('failed')
    await tick()
    await answer(ok())
    await tick()
    await answer(refused('network'))
    expect(state.now.phase).toBe('inside')
  })

  it('P7 without a live connection every poll of a running session also asks what plays, and learns the time', async () => {
    const { state, answer } = follow({ live: false })
    await answer(running())
    expect(state.plays).toBe(1)
  })

  it('P4 the answer of play is what plays', async () => {
    const { follower, state, answer } = follow()
    await answer(ok())
    await follower.askPlay()
    expect(state.now).toMatchObject({
      phase: 'inside',
      shared: { nowPlaying: { mode: 'active', song: { id: 'one' }, startTime: 5000 } },
    })
  })

  it('S4 a closed screen leaves and is silent', async () => {
    const { follower, state, answer, hear, opened, waits } = follow()
    follower.close()
    await answer(ok())
    hear({ type: 'gone', ssid: SSID, reason: 'deleted' })
    expect(state.now.phase).toBe('loading')
    expect(opened.at(-1)).toBe(`close ${SSID}`)
    expect(waits()).toEqual([])
  })

  it('P7 what plays is not asked with a live connection, or while nothing plays', async () => {
    const live = follow()
    await live.answer(running())
    const silent = follow({ live: false })
    await silent.answer(ok())
    expect([live.state.plays, silent.state.plays]).toEqual([0, 0])
  })

  it('P4 the answer of play that a push overtook is passed over', async () => {
    let play = (_answer: Answer<PlayAnswer>) => {}
    const { follower, state, answer, hear } = follow({ play: () => new Promise((done) => (play = done)) })
    await answer(ok())
    const asked = follower.askPlay()
    hear({ type: 'session', ssid: SSID, session: SHARED })
    play(PLAYS)
    await asked
    expect(state.now).toMatchObject({ shared: { nowPlaying: { mode: 'passive' } } })
  })

  it('S5 who may not ask any more what plays is told why', async () => {
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
  ] as const)('S2 a session that refuses with %s leads out with %s', async (code, reason) => {
    const { state, answer } = follow()
    await answer(refused(code))
    expect(state.now).toEqual({ phase: 'out', reason })
  })

  it('D2 what is told of another session, or of people before the session is known, changes nothing', async () => {
    const { state, answer, hear } = follow()
    hear({ type: 'people', ssid: SSID, activeCount: 4, skips: 0, named: { from: 0, users: [] } })
    expect(state.now).toEqual({ phase: 'loading' })
    await answer(ok())
    const before = state.now
    hear({ type: 'gone', ssid: ANN.id, reason: 'deleted' })
    hear({ type: 'session', ssid: ANN.id, session: SHARED })
    expect(state.now).toBe(before)
  })

  it('V1 an acknowledged vote changes what is known, as soon as something is', async () => {
    const { follower, state, answer } = follow()
    const vote = ({ shared, you }: Inside) => ({ shared, you: { ...you, votes: { one: 'up' as const } } })
    follower.update(vote)
    expect(state.now).toEqual({ phase: 'loading' })
    await answer(ok())
    follower.update(vote)
    expect(state.now).toMatchObject({ phase: 'inside', you: { votes: { one: 'up' } } })
  })

  it('E3 a call that another one replaces is given up, as is the last one when the screen closes', () => {
    const { follower, signals, opened, waits } = follow()
    follower.refresh()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    expect(waits()).toEqual([20_000])
    follower.close()
    follower.close()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    expect(opened).toEqual([`open ${SSID}`, `close ${SSID}`])
  })

  it('S4 the pace of polling changes with listening alone, and a closed screen has none', async () => {
    const { follower, answer, waits } = follow()
    await answer(ok())
    follower.setListening(false)
    expect(waits()).toEqual([20_000])
    follower.setListening(true)
    expect(waits()).toEqual([6_000])
    follower.refresh()
    follower.setListening(true)
    expect(waits()).toEqual([20_000])
    await answer(ok())
    expect(waits()).toEqual([6_000])
    follower.close()
    follower.setListening(false)
    expect(waits()).toEqual([])
  })

  it('S4 each poll brings what is newer, and each push shows', async () => {
    const { state, answer, hear, tick } = follow()
    await answer(ok())
    await tick()
    await answer(ok({ votes: [aVote('polled')] }))
    expect(state.now).toMatchObject({ shared: { votes: [{ song: { id: 'polled' } }] } })
    hear({ type: 'session', ssid: SSID, session: SHARED })
    expect(state.now).toEqual({ phase: 'inside', shared: SHARED, you: YOU })
    hear({ type: 'session', ssid: SSID, session: { ...SHARED, skips: 7 } })
    expect(state.now).toEqual({ phase: 'inside', shared: { ...SHARED, skips: 7 }, you: YOU })
  })

  it('D2 what a push told stays known when the first call fails', async () => {
    const { state, answer, hear } = follow()
    hear({ type: 'session', ssid: SSID, session: SHARED })
    await answer(refused('network'))
    expect(state.now.phase).toBe('failed')
    hear({ type: 'you', ssid: SSID, you: YOU })
    expect(state.now).toEqual({ phase: 'inside', shared: SHARED, you: YOU })
  })

  it('P4 the answer of play is passed over before the session is known, and after it is closed', async () => {
    const { follower, state, answer } = follow()
    await follower.askPlay()
    expect(state.now).toEqual({ phase: 'loading' })
    await answer(ok())
    const before = state.now
    const asked = follower.askPlay()
    follower.close()
    await asked
    expect(state.now).toBe(before)
  })
})
