import type { Answer, VoteAnswer, VoteDirection } from '@jointly/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../shared/api/call.ts'
import { loadInvites } from '../../../shared/store/load.ts'
import { useReconnected } from '../../../shared/browser/online.ts'
import { useStore } from '../../../shared/store/store.ts'
import { type Ballot, createBallot, type PendingVotes } from './ballot.ts'
import { createFollower, type Follower, type FollowerPorts, type Following } from './follower.ts'
import { withVoteAnswer } from './merge.ts'

/** What the app lends to a session: its live connection, and a clock that wants to learn the server's time. */
export type SessionLink = FollowerPorts['live'] & {
  learnTime(probe: { sentMs: number; receivedMs: number; serverMs: number }): void
}

export type SessionControls = {
  following: Following
  pending: PendingVotes
  /** Casts an own vote; it shows at once and is taken back when the server refuses it. */
  cast(songId: string, direction: VoteDirection): Promise<Answer<VoteAnswer> | null>
  /** Wishes to skip the running song, or takes that back (K1); answers null when nothing plays. */
  wishSkip(wish: boolean): Promise<Answer<unknown> | null>
  star(favorite: boolean): Promise<Answer<unknown>>
  askPlay(): Promise<void>
  setListening(listening: boolean): void
  retry(): void
}

/** An answer that comes later is of a song that may be over; those that never come would hold up every other call. */
const PLAY_WITHIN_MS = 15_000

const NOTHING_PENDING: PendingVotes = new Map()

/** Follows a session for as long as the screen is open. */
export function useSession(ssid: string, link: SessionLink): SessionControls {
  const [following, setFollowing] = useState<Following>({ phase: 'loading' })
  const [pending, setPending] = useState<PendingVotes>(NOTHING_PENDING)
  const open = useRef<{ follower: Follower; ballot: Ballot } | null>(null)

  useEffect(() => {
    setFollowing({ phase: 'loading' })
    setPending(NOTHING_PENDING)
    const follower = createFollower({
      ssid,
      live: link,
      fetchSession: (signal) => call('session', { params: { ssid }, signal }),
      play: () => play(ssid, link),
      after,
      changed(next) {
        setFollowing(next)
        remember(next)
      },
    })
    const ballot = createBallot({
      send: (songID, vote) =>
        call(vote === 'down' ? 'voteDown' : 'voteUp', { params: { ssid }, body: { songID, vote } }),
      acknowledged: (answer) => follower.update((inside) => withVoteAnswer(inside, answer)),
      after,
      changed: setPending,
    })
    open.current = { follower, ballot }
    return () => {
      open.current = null
      ballot.close()
      follower.close()
    }
  }, [ssid, link])

  const wishSkip = useCallback(
    async (wish: boolean) => {
      const songID = useStore.getState().session?.nowPlaying.song?.id
      if (songID === undefined) return null
      const setSkip = (skip: boolean, skips?: number) =>
        open.current?.follower.update(({ shared, you }) => ({
          shared: skips === undefined ? shared : { ...shared, skips },
          you: { ...you, skip },
        }))
      setSkip(wish)
      const answer = await call('skip', { params: { ssid }, body: { wish, songID } })
      if (!answer.ok) setSkip(!wish)
      else if (answer.value.skipped) open.current?.follower.refresh()
      else setSkip(answer.value.wish, answer.value.skips)
      return answer
    },
    [ssid],
  )

  const star = useCallback(
    async (favorite: boolean) => {
      const setStar = (starred: boolean) =>
        open.current?.follower.update(({ shared, you }) => ({ shared, you: { ...you, favorite: starred } }))
      setStar(favorite)
      const answer = await call(favorite ? 'favorite' : 'unfavorite', { params: { ssid } })
      if (!answer.ok) setStar(!favorite)
      return answer
    },
    [ssid],
  )

  const actions = useMemo(
    () => ({
      cast: async (songId: string, direction: VoteDirection) =>
        (await open.current?.ballot.cast(songId, direction)) ?? null,
      askPlay: async () => open.current?.follower.askPlay(),
      setListening: (listening: boolean) => open.current?.follower.setListening(listening),
      retry: () => open.current?.follower.refresh(),
    }),
    [],
  )
  useReconnected(actions.retry)
  return { following, pending, wishSkip, star, ...actions }
}

async function play(ssid: string, link: SessionLink) {
  const sentMs = performance.now()
  const answer = await call('play', { params: { ssid }, signal: AbortSignal.timeout(PLAY_WITHIN_MS) })
  if (answer.ok) link.learnTime({ sentMs, receivedMs: performance.now(), serverMs: answer.value.nowTime })
  return answer
}

/** Joining stores the session and its votes (spec section 4). */
function remember(following: Following): void {
  if (following.phase === 'out') {
    useStore.setState({ session: null, votes: [] })
    void loadInvites()
  }
  if (following.phase !== 'inside') return
  const { votes, ...session } = following.shared
  useStore.setState({ session: { ...session, you: following.you }, votes })
}

function after(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}
