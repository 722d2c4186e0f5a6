/** What a flavor is made of: an artist, a song, or a playlist, which stands for its songs (F1). */
export interface FlavorItem {
  readonly kind: 'artist' | 'song' | 'playlist'
  readonly id: string
}

/** The song rules of a session (F2). */
export interface Flavor<Item extends FlavorItem = FlavorItem> {
  readonly mode: 'blacklist' | 'whitelist' | 'disabled'
  readonly selected: readonly Item[]
}

/** What a flavor needs to know of a song. */
export interface FlavorSong {
  readonly songId: string
  readonly artistIds: readonly string[]
}

/** Whether a flavor refuses a song. `item` is what refuses it; null where a whitelist matches nothing (F3). */
export type FlavorVerdict<Item> =
  | { readonly refused: false }
  | { readonly refused: true; readonly item: Item | null }

/**
 * What a flavor says of a song (F2): a blacklist refuses what any item matches, a whitelist what none matches (so an
 * empty one refuses everything), `disabled` nothing.
 *
 * @param isInPlaylist whether a playlist contains a song
 */
export function judgeFlavor<Item extends FlavorItem>(
  flavor: Flavor<Item>,
  song: FlavorSong,
  isInPlaylist: (playlistId: string, songId: string) => boolean,
): FlavorVerdict<Item> {
  if (flavor.mode === 'disabled') return { refused: false }
  const match = flavor.selected.find((item) => matches(item, song, isInPlaylist))
  if (flavor.mode === 'whitelist') return match ? { refused: false } : { refused: true, item: null }
  return match ? { refused: true, item: match } : { refused: false }
}

function matches(
  item: FlavorItem,
  song: FlavorSong,
  isInPlaylist: (playlistId: string, songId: string) => boolean,
): boolean {
  switch (item.kind) {
    case 'song':
      return item.id === song.songId
    case 'artist':
      return song.artistIds.includes(item.id)
    case 'playlist':
      return isInPlaylist(item.id, song.songId)
  }
}
