/**
 * The invented artists of the bundled catalogue with their records, by genre. A new line makes a new song,
 * because songs are composed from these names; then run `compose/write-song-gains.ts`.
 */
export type SongEntry = string | { readonly title: string; readonly with?: string; readonly explicit?: true }
export type RecordEntry = {
  readonly name: string
  readonly released: string
  readonly songs: readonly SongEntry[]
}
export type ArtistEntry = { readonly name: string; readonly records: readonly RecordEntry[] }
export type GenreEntry = { readonly genre: string; readonly artists: readonly ArtistEntry[] }
