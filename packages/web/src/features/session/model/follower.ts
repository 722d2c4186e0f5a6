import {
  type Answer,
  type GoneReason,
  type PlayAnswer,
  type ServerMessage,
  type SessionAnswer,
  withPeople,
} from '@jointly/contract'
import { type Inside, withPlayAnswer } from './merge.ts'

/** How often a session is asked for: the heartbeat, and the way to follow without a live connection (spec section 9). */
const POLL_PLAYING_MS = 6_000
const POLL_STOPPED_MS = 20_000
/** What was not answered by then is asked anew: an answer that got lost would else be waited for as long as the tab is open. */
const ANSWERED_WITHIN_MS = 20_000

export type Refused = Extract<Answer<unknown>, { ok: false }>

export type Following =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly refused: Refused }
  | { readonly phase: 'out'; readonly reason: GoneReason }
  | ({ readonly phase: 'inside' } & Inside)

export type FollowerPorts = {
  ssid: string
  fetchSession(signal: AbortSignal): Promise<Answer<SessionAnswer>>
  /** `play`, whose answer also tells the server's time: it is never cached. */
  play(): Promise<Answer<PlayAnswer>>
  live: {
    open(ssid: string): void
    close(ssid: string): void
    isReady(): boolean
    onMessage(listener: (message: ServerMessage) => void): () => void
  }
  after(delayMs: number, run: () => void): () => void
  changed(following: Following): void
}

export type Follower = {
  /** Whether this person listens: that sets the pace of polling. */
  setListening(listening: boolean): void
  /** Asks what plays, which also starts a session where nothing plays (P4, P6). */
  askPlay(): Promise<void>
  /** Changes what is known, as after an acknowledged vote. */
  update(change: (inside: Inside) => Inside): void
  /** Asks for the session anew, now. */
  refresh(): void
  close(): void
}

/** Follows one session: by pushes where there is a live connection, and by polling in any case. */
export function createFollower(ports: FollowerPorts): Follower {
  let following: Following = { phase: 'loading' }
  /** What has been told, of which one part alone is not enough to show. */
  let known: Partial<Inside> = {}
  let isListening = false
  let isClosed = false
  let pushes = 0
  let cancelPoll = () => {}
  let request = new AbortController()

  function become(next: Following): void {
    following = next
    if (next.phase === 'inside') known = { shared: next.shared, you: next.you }
    ports.changed(next)
  }

  function leave(reason: GoneReason): void {
    close()
    become({ phase: 'out', reason })
  }

  function hear(message: ServerMessage): void {
    if (!('ssid' in message) || message.ssid !== ports.ssid) return
    if (message.type === 'gone') return leave(message.reason)
    pushes += 1
    if (message.type === 'session') take({ shared: message.session })
    if (message.type === 'people' && known.shared) take({ shared: withPeople(known.shared, message) })
    if (message.type === 'you') take({ you: message.you })
  }

  /** One part alone waits until the other is known too. */
  function take(part: Partial<Inside>): void {
    known = { ...known, ...part }
    const { shared, you } = known
    if (shared && you) become({ phase: 'inside', shared, you })
  }

  async function poll(): Promise<void> {
    if (isClosed) return
    cancelPoll()
    request.abort()
    request = new AbortController()
    const { signal } = request
    cancelPoll = ports.after(ANSWERED_WITHIN_MS, () => void poll())
    const pushesBefore = pushes
    const answer = await ports.fetchSession(signal)
    if (isClosed || signal.aborted) return
    if (!answer.ok) refused(answer)
    else {
      const { you, ...shared } = answer.value
      // What a push told meanwhile is newer than this answer.
      become({ phase: 'inside', shared, you, ...(pushes !== pushesBefore && known) })
    }
    schedule()
    const isActive = following.phase === 'inside' && following.shared.nowPlaying.mode === 'active'
    if (isActive && !ports.live.isReady()) await askPlay()
  }

  function refused(answer: Refused): void {
    const { code } = answer.error
    // Who was inside and may not be any more is told so by another code: this session is gone.
    if (code === 'not-found' && following.phase === 'inside') leave('deleted')
    else if (code === 'not-found' || code === 'policy' || code === 'banned') leave(code)
    // An address that names no session at all.
    else if (code === 'malformed' || code === 'invalid') leave('not-found')
    // What is on the screen stays while the net is away; the banner says so.
    else if (following.phase !== 'inside') become({ phase: 'failed', refused: answer })
  }

  function schedule(): void {
    cancelPoll()
    if (!isClosed)
      cancelPoll = ports.after(isListening ? POLL_PLAYING_MS : POLL_STOPPED_MS, () => void poll())
  }

  async function askPlay(): Promise<void> {
    if (isClosed) return
    const pushesBefore = pushes
    const answer = await ports.play()
    if (isClosed || following.phase !== 'inside') return
    if (answer.ok && pushes === pushesBefore)
      become({ phase: 'inside', ...withPlayAnswer(following, answer.value) })
    if (!answer.ok) refused(answer)
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    request.abort()
    cancelPoll()
    stopHearing()
    ports.live.close(ports.ssid)
  }

  const stopHearing = ports.live.onMessage(hear)
  ports.live.open(ports.ssid)
  void poll()

  return {
    setListening(listening) {
      if (listening === isListening) return
      isListening = listening
      schedule()
    },
    askPlay,
    update(change) {
      if (following.phase === 'inside') become({ phase: 'inside', ...change(following) })
    },
    refresh: () => void poll(),
    close,
  }
}
