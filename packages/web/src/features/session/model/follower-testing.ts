import type { Answer, PlayAnswer, ServerMessage, SessionAnswer } from '@jointly/contract'
import { createFollower, type FollowerState } from './follower.ts'
import { aSession, aSong, SSID, settled } from './testing.ts'

type ErrorCode = 'not-found' | 'banned' | 'no-guests' | 'policy' | 'malformed' | 'invalid'
export const refused = (code: ErrorCode | 'network'): Answer<never> => ({
  ok: false,
  status: 0,
  retryAfterSec: null,
  error: { code, message: '' },
})

export const PLAYS: Answer<PlayAnswer> = {
  ok: true,
  value: { song: aSong('one'), startTime: 5000, nowTime: 6000, next: null },
}

/** Starts a follower. The test decides when a request is answered and when a timer runs. */
export function follow(options: { live?: boolean; play?: () => Promise<Answer<PlayAnswer>> } = {}) {
  const timers: { delayMs: number; run: () => void }[] = []
  const fetches: ((answer: Answer<SessionAnswer>) => void)[] = []
  const signals: AbortSignal[] = []
  const opened: string[] = []
  const state: { now: FollowerState; changes: number; plays: number } = {
    now: { phase: 'loading' },
    changes: 0,
    plays: 0,
  }
  let listener: (message: ServerMessage) => void = () => {}
  const follower = createFollower({
    ssid: SSID,
    fetchSession(signal) {
      signals.push(signal)
      return new Promise((resolve) => fetches.push(resolve))
    },
    async play() {
      state.plays += 1
      return options.play ? options.play() : PLAYS
    },
    link: {
      open: (ssid, hasSound) => opened.push(`open ${ssid}${hasSound ? ' with sound' : ''}`),
      setSound: (_, hasSound) => opened.push(hasSound ? 'sound' : 'no sound'),
      close: (ssid) => opened.push(`close ${ssid}`),
      isReady: () => options.live ?? true,
      onMessage(next) {
        listener = next
        return () => {
          listener = () => {}
        }
      },
    },
    after(delayMs, run) {
      const timer = { delayMs, run }
      timers.push(timer)
      return () => {
        const index = timers.indexOf(timer)
        if (index >= 0) timers.splice(index, 1)
      }
    },
    onChange(next) {
      state.now = next
      state.changes += 1
    },
  })
  return {
    follower,
    state,
    opened,
    signals,
    waits: () => timers.map(({ delayMs }) => delayMs),
    push: (message: ServerMessage) => listener(message),
    async answer(answer: Answer<SessionAnswer>) {
      fetches.shift()?.(answer)
      await settled()
    },
    async tick() {
      timers.shift()?.run()
      await settled()
    },
    fetching: () => fetches.length,
  }
}

export const ok = (parts: Partial<SessionAnswer> = {}): Answer<SessionAnswer> => ({
  ok: true,
  value: aSession(parts),
})
/** Creates the server's answer for a session in which a song plays. */
export const running = (): Answer<SessionAnswer> => {
  const { nowPlaying } = aSession()
  return ok({ nowPlaying: { ...nowPlaying, mode: 'active', song: aSong('one'), startTime: 5000 } })
}
