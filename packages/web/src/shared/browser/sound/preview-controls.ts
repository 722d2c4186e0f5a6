import type { Song } from '@jointly/contract'

/** The song whose preview plays. `isAudible` is false while its sound is loading. Null while no preview plays. */
export type PreviewState = { readonly songId: string; readonly isAudible: boolean } | null

/** Plays a short preview of a song, which only this person hears (Q8). */
export type SongPreview = {
  readonly state: PreviewState
  toggle(song: Song): void
  stop(): void
}
