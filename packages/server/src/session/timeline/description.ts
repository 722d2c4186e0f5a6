import type { Song } from '@jointly/contract'

/** The largest number of songs that an entry names. */
const NAMED = 3

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/**
 * Lists the songs of a visit as HTML, the newest first, in a form that needs no translation. All texts are
 * escaped (T1).
 */
export function describeSongs(songs: readonly Song[]): string {
  const named = songs.slice(0, NAMED).map((song) => {
    const artists = song.artists.map(({ name }) => escapeHtml(name)).join(', ')
    return `<b>${escapeHtml(song.title)}</b>${artists && ` – ${artists}`}`
  })
  const more = songs.length - named.length
  return named.join(', ') + (more > 0 ? ` + ${more}` : '')
}
