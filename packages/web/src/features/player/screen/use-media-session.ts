import type { Song } from '@jointly/contract'
import { useEffect } from 'react'

export type MediaSessionInput = {
  song: Song | null
  sessionTitle: string
  isOn: boolean
  onPlay(): void
  onStop(): void
  onSkip(): void
}

/** Shows the session's song in the system's media controls (lock screen, headphones), and handles their buttons. */
export function useMediaSession({
  song,
  sessionTitle,
  isOn,
  onPlay,
  onStop,
  onSkip,
}: MediaSessionInput): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    navigator.mediaSession.playbackState = isOn ? 'playing' : 'paused'
    navigator.mediaSession.metadata =
      song === null
        ? null
        : new MediaMetadata({
            title: song.title,
            artist: song.artists.map(({ name }) => name).join(', '),
            album: sessionTitle,
            artwork: song.cover === null ? [] : [{ src: song.cover }],
          })
  }, [song, sessionTitle, isOn])

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
}

/** Not every browser supports every action. An unsupported one is logged (spec section 8). */
function setHandler(action: MediaSessionAction, handler: (() => void) | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler)
  } catch (error) {
    console.info('media session action not supported', action, error)
  }
}
