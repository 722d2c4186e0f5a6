import type { Song } from '@jointly/contract'
import { useEffect } from 'react'
import { artistNames } from '../../../shared/i18n/artist-names.ts'
import type { Listening } from './player-view.ts'

export type MediaSessionInput = {
  song: Song | null
  sessionTitle: string
  listening: Listening
  /** Returns the position in the song in milliseconds. Null while the position is unknown. */
  positionMs(): number | null
  onPlay(): void
  onStop(): void
  onSkip(): void
}

const PLAYBACK_STATES: Record<Listening, MediaSessionPlaybackState> = {
  off: 'paused',
  silent: 'none',
  connecting: 'playing',
  waiting: 'paused',
  finding: 'playing',
  catchingUp: 'playing',
  playing: 'playing',
  buffering: 'playing',
  blocked: 'paused',
  trouble: 'paused',
}

/**
 * Returns the playback state for the media controls (M6). It is `none` if the session plays no song, or if this
 * person has no account for the sound.
 */
export const mediaStateOf = (song: Song | null, listening: Listening): MediaSessionPlaybackState =>
  song === null ? 'none' : PLAYBACK_STATES[listening]

/**
 * Shows the session's song in the system's media controls (lock screen, headphones), and handles their buttons.
 * Seeking is not possible, because everyone hears the same position (M6).
 */
export function useMediaSession(input: MediaSessionInput): void {
  const { song, sessionTitle, listening, positionMs, onPlay, onStop, onSkip } = input
  const state = mediaStateOf(song, listening)

  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    navigator.mediaSession.playbackState = state
    navigator.mediaSession.metadata =
      song === null || state === 'none' ? null : metadataOf(song, sessionTitle)
  }, [song, sessionTitle, state])

  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const position = positionMs()
    const isKnown = song !== null && state === 'playing' && position !== null
    showPosition(isKnown ? { durationMs: song.duration, positionMs: position } : null)
  }, [song, state, positionMs])

  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const handlers: [MediaSessionAction, () => void][] = [
      ['play', onPlay],
      ['pause', onStop],
      ['stop', onStop],
      ['nexttrack', onSkip],
    ]
    for (const [action, handler] of handlers) setHandler(action, handler)
    return () => {
      for (const [action] of handlers) setHandler(action, null)
    }
  }, [onPlay, onStop, onSkip])

  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    return () => {
      navigator.mediaSession.playbackState = 'none'
      navigator.mediaSession.metadata = null
      showPosition(null)
    }
  }, [])
}

function metadataOf(song: Song, album: string): MediaMetadata {
  return new MediaMetadata({
    title: song.title,
    artist: artistNames(song),
    album,
    artwork: song.cover === null ? [] : [{ src: song.cover }],
  })
}

/** Shows the position in the media controls, if the browser supports that. @param at null removes the position */
function showPosition(at: { durationMs: number; positionMs: number } | null): void {
  if (!('setPositionState' in navigator.mediaSession)) return
  if (at === null || at.durationMs <= 0) return navigator.mediaSession.setPositionState()
  const position = Math.min(at.durationMs, Math.max(0, at.positionMs)) / 1000
  navigator.mediaSession.setPositionState({ duration: at.durationMs / 1000, position, playbackRate: 1 })
}

/**
 * Sets the handler of a media control. If the browser does not support the control, only logs a message (spec section
 * 8).
 */
function setHandler(action: MediaSessionAction, handler: (() => void) | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler)
  } catch (error) {
    console.info('media session action not supported', action, error)
  }
}
