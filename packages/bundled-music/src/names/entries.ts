/**
 * The invented artists of the bundled catalogue with their records, by genre. A song is composed from the names of
 * artist, record and song, so a new line here makes a new song. Then run `compose/write-song-gains.ts`.
 */
export type SongEntry = string | { readonly title: string; readonly with?: string; readonly explicit?: true }
export type RecordEntry = {
  readonly name: string
  readonly released: string
  readonly songs: readonly SongEntry[]
}
export type ArtistEntry = { readonly name: string; readonly records: readonly RecordEntry[] }
export type GenreEntry = { readonly genre: string; readonly artists: readonly ArtistEntry[] }
