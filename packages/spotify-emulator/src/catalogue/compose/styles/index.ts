import type { Style } from '../style.ts'
import { chiptune, house, synthwave, techno } from './electronic.ts'
import { bossaNova, dub, funk, postRock } from './groove.ts'
import { ambient, chamber, folk, lofi } from './quiet.ts'

const ALL: readonly Style[] = [synthwave, house, techno, chiptune, lofi, ambient, folk, chamber, funk, dub, bossaNova, postRock]
const BY_GENRE = new Map(ALL.map((style) => [style.genre, style]))

export function styleOf(genre: string): Style {
  const style = BY_GENRE.get(genre)
  if (!style) throw new Error(`no style for ${genre}`)
  return style
}
