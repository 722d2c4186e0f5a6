import { setupManager, type Vote } from '@jointly/contract'
import { after } from '../../../shared/browser/timers.ts'
import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import { setOpenSession } from '../../../shared/store/use-open-session.ts'
import { loadInvites } from '../../../shared/store/load-lists.ts'
import { type LostConnection, useReconnected } from '../../../shared/browser/connection/online.ts'
import { useStore } from '../../../shared/store/store.ts'
import { createDoubleTapCheck } from './double-tap.ts'
import { type VoteSender, createVoteSender, type PendingVotes } from './vote-sender.ts'
import { createFollower, type Follower, type FollowerState, type SessionLink } from './follower.ts'
import { ANSWER_TIMEOUT_MS } from './poller.ts'
import { useVoteActions, type VoteActions } from './use-vote.ts'
import { type SkipPauseFavorite, useSkipPauseFavorite } from './use-skip-pause-favorite.ts'
import { chosenSongs, haveSameCounts, listedSongs, votesWithWaiting, withVoteAnswer } from './session-view.ts'

/** The app waits this long for the answer to a `play` request, in milliseconds. A later answer would be outdated. */
const PLAY_TIMEOUT_MS = 15_000

const NOTHING_PENDING: PendingVotes = new Map()

/** The actions that components far below the screen of the session get from `useSessionActions`. */
export type SessionActions = VoteActions &
  SkipPauseFavorite & {
    /** Fetches the session again, or tries to enter it again. */
    retry(): void
  }

/** The state of the open session, and the actions of this person in it. */
export type SessionControls = {
  state: FollowerState
  pending: PendingVotes
  actions: SessionActions
  askPlay(): Promise<void>
  setListening(listening: boolean): void
}

/** Contains the actions of the open session. */
export const SessionActionsContext = createContext<SessionActions | null>(null)

/** Returns the actions of the open session. */
export function useSessionActions(): SessionActions {
  const actions = use(SessionActionsContext)
  if (actions === null) throw new Error('no SessionActionsContext around this component')
  return actions
}

/** Loads a session and keeps it up to date while the component is mounted. `ssid` must not change. */
export function useSession(ssid: string, link: SessionLink): SessionControls {
  const [state, setState] = useState<FollowerState>({ phase: 'loading' })
  const [pending, setPending] = useState<PendingVotes>(NOTHING_PENDING)
  const { attempt, tryAgain } = useReadmission(state, link)
  const shownPhase = useRef<FollowerState['phase']>('loading')
  useLayoutEffect(() => {
    shownPhase.current = state.phase
  }, [state.phase])
  const [isDoubleTap] = useState(() => createDoubleTapCheck(after))
  const open = useRef<{ follower: Follower; voteSender: VoteSender } | null>(null)

  useEffect(() => {
    const { follower, voteSender } = followWithVotes(ssid, link, show, setPending)
    open.current = { follower, voteSender }
    return () => {
      open.current = null
      setOpenSession(null)
      voteSender.close()
      follower.close()
    }

    /**
     * Shows a state. The first view is rendered as a transition, because the screen is large and React renders a
     * transition in short parts.
     */
    function show(next: FollowerState): void {
      if (shownPhase.current === 'loading') startTransition(() => setState(next))
      else setState(next)
    }
  }, [ssid, link, attempt])

  const voteActions = useVoteActions(open, isDoubleTap)
  const otherActions = useSkipPauseFavorite(ssid, open, isDoubleTap)

  const requests = useMemo(
    () => ({
      askPlay: async () => open.current?.follower.askPlay(),
      setListening: (listening: boolean) => open.current?.follower.setListening(listening),
    }),
    [],
  )
  const retry = useCallback(() => (tryAgain ?? open.current?.follower.refresh)?.(), [tryAgain])
  const reload = useCallback(
    (lost: LostConnection) => {
      // After a time-out, the next request has already been sent. After the device had no network, a running request may
      // get no answer any more, so it is sent again.
      if (lost === 'offline' || tryAgain) retry()
      else open.current?.follower.refreshIfIdle()
    },
    [tryAgain, retry],
  )
  useReconnected(reload)
  useDeclinedSongs(ssid, link)
  const actions = useMemo(
    () => ({ ...voteActions, ...otherActions, retry }),
    [voteActions, otherActions, retry],
  )
  return { state, pending, actions, ...requests }
}

/**
 * Creates the follower of a session and the sender of this person's votes. Answers to votes update the view, and each
 * new view removes failed votes that the server has counted.
 */
function followWithVotes(
  ssid: string,
  link: SessionLink,
  onState: (state: FollowerState) => void,
  onPending: (pending: PendingVotes) => void,
): { follower: Follower; voteSender: VoteSender } {
  let known: FollowerState | null = null
  /** The row of each song when the last vote for it was sent. */
  const rowsAtSend = new Map<string, Vote | undefined>()
  const rowOf = (songID: string) =>
    known?.phase === 'inside' ? known.shared.votes.find(({ song }) => song.id === songID) : undefined
  const follower = createFollower({
    ssid,
    link,
    fetchSession: (signal, hasSound) =>
      call('session', { params: { ssid }, ...(!hasSound && { query: { sound: 'off' } }), signal }),
    play: () => play(ssid, link),
    after,
    onChange(state) {
      if (state !== known) {
        known = state
        onState(state)
        storeSession(state)
      }
      if (state.phase !== 'inside') return
      const { you, shared } = state
      voteSender.confirm(votesWithWaiting(you), chosenSongs(shared), listedSongs(shared))
    },
  })
  const voteSender = createVoteSender({
    send(songID, vote) {
      rowsAtSend.set(songID, rowOf(songID))
      const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
      return call(vote === 'down' ? 'voteDown' : 'voteUp', {
        params: { ssid },
        body: { songID, vote },
        signal,
      })
    },
    onAcknowledged(answer) {
      const [before, row] = [rowsAtSend.get(answer.songID), rowOf(answer.songID)]
      rowsAtSend.delete(answer.songID)
      const mayBeNewer = row !== undefined && !haveSameCounts(row, before) && !haveSameCounts(row, answer)
      follower.update((view) => withVoteAnswer(view, answer))
      // A live message with other counts came during the request. It may be newer than the answer, so the session is
      // loaded again.
      if (mayBeNewer) follower.refresh()
    },
    after,
    onChange: onPending,
  })
  return { follower, voteSender }
}

/**
 * If the session refuses the person, tries to enter again after each change of the home list and each reconnect.
 * The reason may be that a ban was lifted, or that somebody has invited the person.
 * @returns the number of the attempt, and `tryAgain`, which starts the next attempt; `tryAgain` is null if the
 * session does not refuse the person
 */
function useReadmission(state: FollowerState, link: SessionLink) {
  const [attempt, setAttempt] = useState(0)
  const isOut = state.phase === 'out' && state.reason !== 'deleted'
  const tryAgain = useMemo(() => (isOut ? () => setAttempt((count) => count + 1) : null), [isOut])
  useEffect(() => {
    if (tryAgain === null) return
    return link.onMessage((message) => {
      // After a reconnect, too, because the message about a change may have been sent before it.
      if (message.type === 'ready' || (message.type === 'changed' && message.what === 'invites')) tryAgain()
    })
  }, [link, tryAgain])
  return { attempt, tryAgain }
}

/** Shows a message when the host declines a song of this person that was waiting for approval (H9). */
function useDeclinedSongs(ssid: string, link: Pick<SessionLink, 'onMessage'>): void {
  const { t } = useTranslation()
  useEffect(
    () =>
      link.onMessage((message) => {
        if (message.type === 'declined' && message.ssid === ssid)
          showToast({ text: t('session.waiting.declined', { title: message.title }) })
      }),
    [t, ssid, link],
  )
}

async function play(ssid: string, link: SessionLink) {
  const sentMs = performance.now()
  const answer = await call('play', { params: { ssid }, signal: AbortSignal.timeout(PLAY_TIMEOUT_MS) })
  if (answer.ok) link.addClockProbe({ sentMs, receivedMs: performance.now(), serverMs: answer.value.nowTime })
  return answer
}

/**
 * Stores the session and its votes in the client state (spec section 4). If the person is no longer in the session,
 * it deletes both from the client state and fetches the home list.
 */
function storeSession(state: FollowerState): void {
  if (state.phase === 'out') {
    setOpenSession(null)
    useStore.setState({ session: null, votes: [] })
    void loadInvites()
  }
  if (state.phase !== 'inside') return
  const { votes, ...session } = state.shared
  const setup = { ...session.setup, manager: setupManager(state.you.role) }
  // This comes first, because each change of the client state closes the invitations to the open session (U6).
  setOpenSession(session.session.uuid)
  useStore.setState({ session: { ...session, setup, you: state.you }, votes })
}
