import { type NowPlaying, type SharedSession, withPeople } from '@jointly/contract'
import { useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSpeaker } from '../../features/player/use-speaker.ts'
import { findNewSong, type KnownSong } from '../../features/session/now-playing/new-song.ts'
import { runningScripts, takeNewVersion } from '../../features/stage/new-version.ts'
import type { StagePhase } from '../../features/stage/pairing/pairing.ts'
import { PairingView } from '../../features/stage/pairing/PairingView.tsx'
import { ScreenReactions } from '../../features/stage/ScreenReactions.tsx'
import { StageView } from '../../features/stage/StageView.tsx'
import { usePairing } from '../../features/stage/pairing/use-pairing.ts'
import { call } from '../../shared/api/call.ts'
import { useProvider } from '../../shared/api/use-provider.ts'
import { createBrowserLive } from './live.ts'
import { watchResume } from './watch-resume.ts'

/** The page of a big screen, which shows a session without a login (X7). */
export function StageScreen() {
  const { code = '' } = useParams({ strict: false })
  const { phase, check } = usePairing(code)
  return phase.kind === 'paired' ? (
    <PairedStage key={phase.secret} phase={phase} code={code} onEnd={check} />
  ) : (
    <PairingView phase={phase} />
  )
}

type PairedPhase = Extract<StagePhase, { kind: 'paired' }>

const ACCOUNT_TIMEOUT_MS = 10_000

/**
 * A big screen that is paired: follows the session, and plays its sound if the host has switched on the sound of this
 * screen.
 * @param code the code of the session in the address
 * @param onEnd asks the server whether this screen is still paired
 */
function PairedStage({ phase, code, onEnd }: { phase: PairedPhase; code: string; onEnd: () => void }) {
  const { secret, ssid, sound } = phase
  const [{ live, clock }] = useState(() => createBrowserLive(() => secret))
  const { shared, isConnected } = useFollowedSession(live, { ssid, onEnd })
  const provider = useProvider()
  const [playerClock] = useState(() => ({ ...clock, measure: live.measure }))
  const loadAccount = useCallback(async () => {
    const signal = AbortSignal.timeout(ACCOUNT_TIMEOUT_MS)
    const answer = await call('stageAccount', { body: { secret }, signal })
    return answer.ok ? answer.value : null
  }, [secret])
  const speaker = useSpeaker({
    provider: sound ? provider : null,
    clock: playerClock,
    nowPlaying: shared?.nowPlaying,
    next: shared?.next ?? null,
    loadAccount,
  })
  const { listening, unlock } = speaker
  const isBlocked = listening === 'blocked'
  // If the browser blocks the sound of this screen, the server must not count it as a speaker. A speaker keeps the
  // music running (X6).
  useEffect(() => live.setSound(ssid, !isBlocked), [live, ssid, isBlocked])
  usePress(isBlocked ? unlock : null)
  useNewVersion(code, shared?.nowPlaying)

  if (shared === null) return <PairingView phase={OPENING} />
  return (
    <StageView
      shared={shared}
      provider={provider}
      serverNow={clock.now}
      isConnected={isConnected}
      reactions={<ScreenReactions ssid={ssid} link={live} />}
      sound={isBlocked ? 'blocked' : listening === 'trouble' ? 'trouble' : 'ok'}
    />
  )
}

const OPENING = { kind: 'opening' } as const

type Live = ReturnType<typeof createBrowserLive>['live']

/**
 * Follows a session over a live connection, which reconnects after every loss (X9). @returns the shared view, which
 * is null until it has arrived, and whether the connection is open
 */
function useFollowedSession(live: Live, { ssid, onEnd }: { ssid: string; onEnd: () => void }) {
  const [shared, setShared] = useState<SharedSession | null>(null)
  const [isConnected, setConnected] = useState(true)
  useEffect(() => {
    const stopMessages = live.onMessage((message) => {
      if ('ssid' in message && message.ssid !== ssid) return
      if (message.type === 'session') setShared(message.session)
      if (message.type === 'people') setShared((before) => before && withPeople(before, message))
      if (message.type === 'gone' || message.type === 'changed') onEnd()
    })
    const stopStatus = live.onStatus((status) => {
      setConnected(status === 'ready')
      // While there was no connection, the screen may have been removed, or its sound switched on or off. So the
      // server is asked again.
      if (status === 'refused' || status === 'ready') onEnd()
    })
    const stopResume = watchResume(live.resume)
    live.start()
    live.open(ssid, true)
    return () => {
      stopResume()
      stopMessages()
      stopStatus()
      live.close(ssid)
      live.stop()
    }
  }, [live, ssid, onEnd])
  return { shared, isConnected }
}

/**
 * Calls `onPress` at every press of a key and every click or tap. Does nothing while `onPress` is null. It waits for the
 * end of a tap, because browsers allow no sound at its beginning.
 */
function usePress(onPress: (() => void) | null): void {
  useEffect(() => {
    if (onPress === null) return
    addEventListener('click', onPress)
    addEventListener('keydown', onPress)
    return () => {
      removeEventListener('click', onPress)
      removeEventListener('keydown', onPress)
    }
  }, [onPress])
}

/** Looks for a new version of the app whenever a song begins, or the last one ends (X9). */
function useNewVersion(code: string, nowPlaying: NowPlaying | undefined): void {
  const known = useRef<KnownSong | null>(null)
  useEffect(() => {
    if (nowPlaying === undefined) return
    const before = known.current
    const found = findNewSong(before, nowPlaying)
    known.current = found.known
    const hasEnded = nowPlaying.song === null && before !== null && before.id !== null
    if (found.isNew || hasEnded) void takeNewVersion(runningScripts(), code, () => location.reload())
  }, [code, nowPlaying])
}
