import {
  type Answer,
  type RemovalReason,
  type PlayAnswer,
  type ServerMessage,
  type SessionAnswer,
  withPeople,
} from '@jointly/contract'
import type { FailedAnswer } from '../../../shared/api/error-text.ts'
import { createPoller } from './poller.ts'
import { isSameView, type SessionView, withPlayAnswer } from './session-view.ts'

/**
 * The delays between two polls, in milliseconds: `POLL_PLAYING_MS` while this page plays sound, and `POLL_STOPPED_MS`
 * otherwise (spec section 9). A poll also reports to the server that the person is active.
 */
const POLL_PLAYING_MS = 6_000
const POLL_STOPPED_MS = 20_000

/**
 * The live connection to the server, as far as an open session uses it. `LiveSession.tsx` makes it.
 */
export type SessionLink = {
  open(ssid: string, hasSound: boolean): void
  /** Reports to the server that this person started or stopped playing sound (K1). */
  setSound(ssid: string, hasSound: boolean): void
  close(ssid: string): void
  isReady(): boolean
  /** Adds a listener for the messages of the server. @returns a function that removes the listener */
  onMessage(listener: (message: ServerMessage) => void): () => void
  /** Adds a listener for changes of the connection. @returns a function that removes the listener */
  onStatus(listener: () => void): () => void
  /** Sends a reaction (C1). @param emoji the index of the emoji @returns false if there is no connection */
  react(ssid: string, emoji: number): boolean
  /** Passes a measurement of the server's time to the app's clock. */
  addClockProbe(probe: { sentMs: number; receivedMs: number; serverMs: number }): void
}

export type FollowerState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly refused: FailedAnswer }
  | { readonly phase: 'out'; readonly reason: RemovalReason }
  | ({ readonly phase: 'inside' } & SessionView)

export type FollowerDependencies = {
  ssid: string
  /** Fetches the session. @param hasSound whether this person plays sound (K1) */
  fetchSession(signal: AbortSignal, hasSound: boolean): Promise<Answer<SessionAnswer>>
  /** Sends the `play` request. The answer is never cached, because it contains the server's time. */
  play(): Promise<Answer<PlayAnswer>>
  link: Pick<SessionLink, 'open' | 'setSound' | 'close' | 'isReady' | 'onMessage'>
  /** Starts a timer. @returns a function that cancels the timer */
  after(delayMs: number, run: () => void): () => void
  /** Is called with each new state, and with the same object after a poll that changed nothing. */
  onChange(state: FollowerState): void
}

export type Follower = {
  /**
   * Sets whether this person plays sound. If so, the server counts the person as a listener (K1), and the follower
   * polls more often.
   */
  setListening(listening: boolean): void
  /**
   * Sends the `play` request and applies the answer. The request also starts a session in which no song plays (P4,
   * P6).
   */
  askPlay(): Promise<void>
  /** Applies a change to the view, for example after a confirmed vote. It does nothing if the session is not loaded. */
  update(change: (view: SessionView) => SessionView): void
  refresh(): void
  /** Fetches the session, unless it is being fetched. */
  refreshIfIdle(): void
  close(): void
}

/**
 * Keeps the state of one session up to date by polls. If there is a live connection, live messages also update the
 * state.
 */
export function createFollower(dependencies: FollowerDependencies): Follower {
  const { ssid, link, after } = dependencies
  let state: FollowerState = { phase: 'loading' }
  /** The newest shared and personal view. Before the answer to the first poll, one of them may be missing. */
  let received: Partial<SessionView> = {}
  let isListening = false
  let isClosed = false
  const counts = { messages: 0, updates: 0 }
  const poller = createPoller(loadSession, () => (isListening ? POLL_PLAYING_MS : POLL_STOPPED_MS), after)
  const unsubscribe = link.onMessage(receive)
  link.open(ssid, isListening)
  poller.poll()

  function setState(next: FollowerState): void {
    if (next === state) return
    state = next
    if (next.phase === 'inside') received = { shared: next.shared, you: next.you }
    if (next.phase === 'out') close()
    dependencies.onChange(next)
  }

  function receive(message: ServerMessage): void {
    if (!('ssid' in message) || message.ssid !== ssid) return
    if (message.type === 'gone') return setState({ phase: 'out', reason: message.reason })
    // Messages about the chat and reactions do not change the state of the session.
    if (message.type !== 'session' && message.type !== 'people' && message.type !== 'you') return
    counts.messages += 1
    received = { ...received, ...changedPart(message, received) }
    const { shared, you } = received
    if (shared && you) setState({ phase: 'inside', shared, you })
  }

  async function loadSession(signal: AbortSignal): Promise<void> {
    const before = { ...counts }
    const answer = await dependencies.fetchSession(signal, isListening)
    if (signal.aborted) return
    // The answer may be older than a vote that was confirmed meanwhile.
    if (answer.ok && state.phase === 'inside' && counts.updates !== before.updates) return loadSession(signal)
    if (answer.ok) {
      const next = stateAfterPoll(state, answer.value, counts.messages !== before.messages ? received : {})
      if (next === state) dependencies.onChange(state)
      else setState(next)
    } else setState(stateAfterRefusal(state, answer))
    if (isActive(state) && !link.isReady()) void askPlay()
  }

  async function askPlay(): Promise<void> {
    if (isClosed) return
    const messagesBefore = counts.messages
    const answer = await dependencies.play()
    if (isClosed || state.phase !== 'inside') return
    if (!answer.ok) setState(stateAfterRefusal(state, answer))
    else if (counts.messages === messagesBefore)
      setState({ phase: 'inside', ...withPlayAnswer(state, answer.value) })
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    poller.close()
    unsubscribe()
    link.close(ssid)
  }

  return {
    setListening(listening) {
      if (listening === isListening) return
      isListening = listening
      if (!isClosed) link.setSound(ssid, listening)
      poller.restartDelay()
    },
    askPlay,
    update(change) {
      counts.updates += 1
      if (state.phase === 'inside') setState({ phase: 'inside', ...change(state) })
    },
    ...{ refresh: poller.poll, refreshIfIdle: poller.pollIfIdle },
    close,
  }
}

/** Returns whether a song plays in the session. */
const isActive = (state: FollowerState): boolean =>
  state.phase === 'inside' && state.shared.nowPlaying.mode === 'active'

type ViewMessage = Extract<ServerMessage, { type: 'session' | 'people' | 'you' }>

/**
 * Returns the part of the view that a live message contains. It is empty if only people changed and no session is
 * loaded yet.
 */
function changedPart(message: ViewMessage, { shared }: Partial<SessionView>): Partial<SessionView> {
  switch (message.type) {
    case 'session':
      return { shared: message.session }
    case 'people':
      return shared ? { shared: withPeople(shared, message) } : {}
    case 'you':
      return { you: message.you }
  }
}

/**
 * Returns the state after an answer to a poll. Most polls change nothing. Then it is the same object, so that the screen
 * does not render again.
 * @param newer the view from live messages that arrived during the request; they are newer than the answer
 */
function stateAfterPoll(
  state: FollowerState,
  { you, ...shared }: SessionAnswer,
  newer: Partial<SessionView>,
): FollowerState {
  const view = { shared, you, ...newer }
  return state.phase === 'inside' && isSameView(state, view) ? state : { phase: 'inside', ...view }
}

/** Returns the state after a refused request. It is the same object if nothing changes. */
function stateAfterRefusal(state: FollowerState, refused: FailedAnswer): FollowerState {
  const { code } = refused.error
  switch (code) {
    case 'not-found':
      // If a person may no longer enter, the server answers with a different code. So if the person was inside,
      // `not-found` means that the session was deleted.
      return { phase: 'out', reason: state.phase === 'inside' ? 'deleted' : code }
    case 'policy':
    case 'no-guests':
    case 'banned':
      return { phase: 'out', reason: code }
    case 'malformed':
    case 'invalid':
      return { phase: 'out', reason: 'not-found' }
    default:
      // After any other failure, such as a network failure, the view does not change. A banner shows whether the app
      // is offline.
      return state.phase === 'inside' ? state : { phase: 'failed', refused }
  }
}
