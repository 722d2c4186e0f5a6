import type { Catalogue, Picture } from '../catalogue/types.ts'
import { randomFrom } from '../catalogue/random.ts'
import { escapeHtml } from '../accounts/page/escape.ts'
import type { PictureOf } from './library.ts'

/** What the picture stands for, in a word or two; undefined when there is no such thing. */
function nameOf(catalogue: Catalogue, of: PictureOf, id: string): string | undefined {
  switch (of) {
    case 'album':
      return catalogue.albums.get(id)?.name
    case 'artist':
      return catalogue.artists.get(id)?.name
    case 'playlist':
      return catalogue.playlists.get(id)?.name
    case 'person':
      return catalogue.people.get(id)?.displayName ?? id
  }
}

function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const letters =
    words.length > 1
      ? [words[0], words.at(-1)].map((word) => [...(word ?? '')][0])
      : [...(words[0] ?? '♪')].slice(0, 1)
  return letters.join('').toUpperCase()
}

/**
 * A picture drawn from a name alone: initials before a sound spreading out, in colours of its own. The same name
 * gives the same picture everywhere.
 */
export function drawnPicture(catalogue: Catalogue, of: PictureOf, id: string): Picture | undefined {
  const name = nameOf(catalogue, of, id)
  if (name === undefined) return undefined
  const random = randomFrom(`portrait ${of} ${id} ${name}`)
  const hue = Math.floor(random.range(0, 360))
  const other = (hue + Math.floor(random.range(30, 110))) % 360
  const [x, y] = [Math.floor(random.range(60, 540)), Math.floor(random.range(400, 600))]
  const rings = Array.from({ length: 7 }, (_, ring) => {
    const opacity = (0.22 - ring * 0.025).toFixed(3)
    return `<circle cx="${x}" cy="${y}" r="${90 + ring * (70 + Math.floor(random.range(0, 18)))}" stroke-opacity="${opacity}"/>`
  })
  return {
    contentType: 'image/svg+xml',
    body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="hsl(${hue} 62% 52%)"/><stop offset="1" stop-color="hsl(${other} 58% 27%)"/></linearGradient></defs><rect width="600" height="600" fill="url(#g)"/><g fill="none" stroke="#fff" stroke-width="26">${rings.join('')}</g><text x="300" y="312" text-anchor="middle" dominant-baseline="middle" font-family="Georgia, 'Times New Roman', serif" font-size="230" fill="#fff" fill-opacity=".94">${escapeHtml(initialsOf(name))}</text></svg>`,
  }
}
