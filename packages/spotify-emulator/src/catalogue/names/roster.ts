/** Who made what: the invented artists of the bundled catalogue with their records, by genre. */
export type SongEntry = string | { readonly title: string; readonly with?: string; readonly explicit?: true }
export type RecordEntry = {
  readonly name: string
  readonly released: string
  readonly songs: readonly SongEntry[]
}
export type ArtistEntry = { readonly name: string; readonly records: readonly RecordEntry[] }
export type GenreRoster = { readonly genre: string; readonly artists: readonly ArtistEntry[] }
