import type { Song } from '@jointly/contract'
import { escapeHtml } from '../../platform/http/pages/page-template.ts'

/** The largest number of artists that an entry names. */
const NAMED = 3

/**
 * Lists the artists of a visit as HTML, those of the newest songs first. The text has only names, so it needs no
 * translation. All names are escaped (T1).
 * @param isWhole whether these are all songs of the visit. Otherwise the number of further artists is unknown (D6).
 */
export function describeSongs(songs: readonly Song[], isWhole: boolean): string {
  const artists = [...new Set(songs.flatMap((song) => song.artists.map(({ name }) => name)))]
  const more = artists.length - NAMED
  const named = artists.slice(0, NAMED).map((name) => `<b>${escapeHtml(name)}</b>`)
  if (more <= 0) return named.join(', ')
  return named.join(', ') + (isWhole ? ` + ${more}` : ', …')
}
