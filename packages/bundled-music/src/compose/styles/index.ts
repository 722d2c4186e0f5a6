import { ambient } from './ambient.ts'
import { bossaNova } from './bossa-nova.ts'
import { chamber } from './chamber.ts'
import { chiptune } from './chiptune.ts'
import { dub } from './dub.ts'
import { folk } from './folk.ts'
import { funk } from './funk.ts'
import { house } from './house.ts'
import { lofi } from './lofi.ts'
import { postRock } from './post-rock.ts'
import { synthwave } from './synthwave.ts'
import { techno } from './techno.ts'
import type { Style } from '../style.ts'

const ALL: readonly Style[] = [
  synthwave,
  house,
  techno,
  chiptune,
  lofi,
  ambient,
  folk,
  chamber,
  funk,
  dub,
  bossaNova,
  postRock,
]
const BY_GENRE = new Map(ALL.map((style) => [style.genre, style]))

export function styleOf(genre: string): Style {
  const style = BY_GENRE.get(genre)
  if (!style) throw new Error(`no style for ${genre}`)
  return style
}
