import type { Song } from '@jointly/contract'
import { createListeners } from '../../../shared/browser/listeners.ts'
import type { PreviewState } from '../../../shared/browser/sound/preview-controls.ts'
import { uriOf } from '../controller/playback-plan.ts'
import silence from '../../../shared/browser/sound/silence.wav'
import { outputOf, pageVolume } from '../volume.ts'

/** The length of a preview in seconds (Q8). */
export const PREVIEW_SEC = 15

/** Returns the address of a song's sound file. Null if the player has no address now. */
export type FindSound = (uri: string) => Promise<string | null>

export type PreviewAudio = EventTarget &
  Pick<
    HTMLAudioElement,
    'src' | 'volume' | 'muted' | 'currentTime' | 'play' | 'pause' | 'load' | 'removeAttribute'
  >

export type PreviewPorts = {
  createAudio(): PreviewAudio
  volume: { get(): number; subscribe(listener: () => void): () => void }
}

/**
 * Returns the position at which the preview of a song starts, in seconds. It is a third of the song, because many
 * songs begin slowly. In a short song it is earlier, so that the whole preview fits.
 */
export function previewStartSec(durationMs: number): number {
  const durationSec = durationMs / 1000
  return Math.max(0, Math.min(durationSec / 3, durationSec - PREVIEW_SEC))
}

type Playing = Pick<PreviewPorts, 'volume'> & {
  startSec: number
  /** Is aborted when the preview ends. */
  signal: AbortSignal
  isAudible(): void
  stop(): void
  fail(): void
}

/** Plays a preview until `PREVIEW_SEC` have passed, the song ends, or the preview is stopped or fails. */
async function playPreview(
  audio: PreviewAudio,
  finding: Promise<string | null>,
  { startSec, signal, volume, isAudible, stop, fail }: Playing,
): Promise<void> {
  const address = await finding.catch(() => null)
  if (signal.aborted) return
  if (address === null) return fail()
  const on = (event: string, run: () => void): void => audio.addEventListener(event, run, { signal })
  on('playing', isAudible)
  on('timeupdate', () => audio.currentTime >= startSec + PREVIEW_SEC && stop())
  on('ended', stop)
  // The browser pauses the preview, for example after a press of a media key.
  on('pause', stop)
  on('error', fail)
  // A page on an iPhone can mute an element, but not set its volume.
  const setVolume = (): void => void Object.assign(audio, { volume: volume.get(), muted: volume.get() === 0 })
  signal.addEventListener('abort', volume.subscribe(setVolume))
  setVolume()
  audio.src = `${address}#t=${startSec}`
  audio.play().catch(fail)
}

/** Creates the previews of a page (Q8). At most one of them plays at a time. */
export function createSongPreview({ createAudio, volume }: PreviewPorts) {
  const changes = createListeners()
  let audio: PreviewAudio | null = null
  /** Each player has a function that finds the sound of songs. The function that was added last is used. */
  const sources = new Set<FindSound>()
  let state: PreviewState = null
  let running = new AbortController()

  function setState(next: PreviewState): void {
    state = next
    changes.notify()
  }

  function stop(): void {
    if (state === null) return
    running.abort()
    audio?.pause()
    // Removing the address ends the download. Otherwise the download would slow down the song of the session (B6).
    audio?.removeAttribute('src')
    audio?.load()
    setState(null)
  }

  /** Starts the preview of a song. @param onFailed is called if the preview cannot play */
  function start(song: Song, onFailed: () => void): void {
    stop()
    const uri = uriOf(song)
    const findSound = [...sources].at(-1)
    if (uri === null || findSound === undefined) return
    running = new AbortController()
    const { signal } = running
    const fail = (): void => {
      if (signal.aborted) return
      stop()
      onFailed()
    }
    audio ??= createAudio()
    // The address of the song is not known yet. The element plays silence during the press. After that, browsers also
    // allow it to play the song later.
    audio.src = silence
    audio.play().catch(() => undefined)
    setState({ songId: song.id, isAudible: false })
    const isAudible = (): void => setState({ songId: song.id, isAudible: true })
    const startSec = previewStartSec(song.duration)
    void playPreview(audio, findSound(uri), { startSec, signal, volume, isAudible, stop, fail })
  }

  return {
    /**
     * Adds a player's function that finds the sound of songs.
     * @returns a function that removes it and stops the preview
     */
    addSource(find: FindSound): () => void {
      sources.add(find)
      changes.notify()
      return () => {
        stop()
        sources.delete(find)
        changes.notify()
      }
    },
    hasSource: (): boolean => sources.size > 0,
    state: (): PreviewState => state,
    /** Returns whether a preview plays now. During this time, the session must be silent on this device. */
    isAudible: (): boolean => state?.isAudible === true,
    /**
     * Starts the preview of a song, or stops it. Call it directly in the handler of a press. Otherwise browsers block
     * the sound.
     */
    toggle(song: Song, onFailed: () => void): void {
      if (state?.songId === song.id) stop()
      else start(song, onFailed)
    },
    stop,
    subscribe: changes.add,
  }
}

export const songPreview = createSongPreview({
  createAudio: () => new Audio(),
  volume: { get: () => outputOf(pageVolume.get()), subscribe: pageVolume.subscribe },
})
