/**
 * Who made what: the invented artists of the bundled catalogue with their records, by genre. A song is written from its
 * artist's and its own name alone, so a new line here is a new song (then measure it: `compose/write-loudness.ts`).
 */
export type SongEntry = string | { readonly title: string; readonly with?: string; readonly explicit?: true }
export type RecordEntry = {
  readonly name: string
  readonly released: string
  readonly songs: readonly SongEntry[]
}
export type ArtistEntry = { readonly name: string; readonly records: readonly RecordEntry[] }
export type GenreRoster = { readonly genre: string; readonly artists: readonly ArtistEntry[] }
