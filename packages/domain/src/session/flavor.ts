/**
 * One entry of a flavor (the session's song rules): an artist, a song, or a playlist with all its songs (F1).
 */
export interface FlavorItem {
  readonly kind: 'artist' | 'song' | 'playlist'
  readonly id: string
}

/** A flavor: the rules about which songs a session accepts (F2). */
export interface Flavor<Item extends FlavorItem = FlavorItem> {
  readonly mode: 'blacklist' | 'whitelist' | 'disabled'
  readonly selected: readonly Item[]
}

/** The part of a song that a flavor (song rules) checks. */
export interface FlavorSong {
  readonly songId: string
  readonly artistIds: readonly string[]
}

/**
 * Whether a flavor (song rules) refuses a song, and the entry that refuses it (F3). `item` is null if the song
 * is refused because no entry of a whitelist allows it.
 */
export type FlavorCheck<Item> =
  | { readonly refused: false }
  | { readonly refused: true; readonly item: Item | null }

/**
 * Checks a song against a flavor (F2). A blacklist refuses a song that matches an item, a whitelist refuses a
 * song that matches none, and `disabled` refuses nothing.
 * @param isInPlaylist whether a playlist contains a song
 */
export function checkFlavor<Item extends FlavorItem>(
  flavor: Flavor<Item>,
  song: FlavorSong,
  isInPlaylist: (playlistId: string, songId: string) => boolean,
): FlavorCheck<Item> {
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
