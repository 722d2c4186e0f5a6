import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Blob, Face as HarfbuzzFace, Font, Variation } from 'harfbuzzjs'
import decompress from 'woff2-encoder/decompress'
import * as z from 'zod/mini'

/**
 * A font at one weight and width, ready for shaping. All lengths in the font have the unit 1/`unitsPerEm` em.
 */
export type Face = { font: Font; unitsPerEm: number; covers(cluster: string): boolean }

/** A text style: font families, with weight and width. The families are tried in this order. */
export type Style = { families: readonly Family[]; weight: number; widthPercent?: number }

/** A font package. Its file names contain `files`, which is the name of the variable axes or the weight. */
export type Family = { name: string; files: 'wght' | 'standard' | '400' }

const variable = (name: string): Family => ({ name, files: 'wght' })
const display: Family = { name: 'anybody', files: 'standard' }
const text = variable('instrument-sans')
const emoji = variable('noto-emoji')
const japanese = variable('noto-sans-jp')
const chinese = variable('noto-sans-sc')

const scripts = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-devanagari',
  'noto-sans-thai',
  'noto-sans-kr',
  'noto-sans-bengali',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-kannada',
  'noto-sans-malayalam',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-georgian',
  'noto-sans-armenian',
  'noto-sans-ethiopic',
  'noto-sans-khmer',
  'noto-sans-lao',
  'noto-sans-sinhala',
].map(variable)

/** Fonts for characters that all other fonts lack. These fonts cover nearly all of Unicode. */
const lastResort: readonly Family[] = [
  { name: 'noto-sans-myanmar', files: '400' },
  variable('noto-sans-symbols'),
  { name: 'noto-sans-symbols-2', files: '400' },
  emoji,
  { name: 'unifontex', files: '400' },
]

export const textFamilies: readonly Family[] = [text, variable('noto-sans'), ...lastResort]

/**
 * Returns the fonts for a title. Han characters use the Japanese font if the title has kana, and the Chinese
 * font otherwise.
 */
export function titleFamilies(title: string): readonly Family[] {
  const han = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(title)
    ? [japanese, chinese]
    : [chinese, japanese]
  return [display, ...scripts, ...han, ...lastResort]
}

const emojiFirst = /\p{Emoji_Presentation}|\uFE0F/u
const ignorable = /\p{Default_Ignorable_Code_Point}/u

export type Typefaces = {
  /**
   * Finds a font for a cluster (the characters that form one visible character).
   * @returns the first font of a style that has all characters of the cluster, or null
   */
  faceFor(cluster: string, style: Style): Promise<Face | null>
}

type Slice = { file: string; holds(codePoint: number): boolean }

/**
 * Creates a loader of fonts. A font file is read when a character needs it, and each file is small because it
 * covers few characters.
 */
export function openTypefaces(): Typefaces {
  const slices = new Map<string, Promise<Slice[]>>()
  const sfnts = new Map<string, Promise<HarfbuzzFace>>()
  const faces = new Map<string, Face>()

  async function open(file: string, { weight, widthPercent = 100 }: Style): Promise<Face> {
    const key = `${file} ${weight} ${widthPercent}`
    const known = faces.get(key)
    if (known) return known
    let sfnt = sfnts.get(file)
    if (!sfnt) {
      sfnt = readFile(file).then(async (packed) => new HarfbuzzFace(new Blob(await decompress(packed))))
      sfnts.set(file, sfnt)
    }
    const face = faceOf(await sfnt, weight, widthPercent)
    faces.set(key, face)
    return face
  }

  return {
    async faceFor(cluster, style) {
      const first = emojiFirst.test(cluster) ? [emoji] : []
      const codePoints = visible(cluster)
      for (const family of [...first, ...style.families]) {
        let found = slices.get(family.name)
        if (!found) slices.set(family.name, (found = slicesOf(family)))
        for (const slice of await found) {
          if (!codePoints.some(slice.holds)) continue
          const face = await open(slice.file, style)
          if (face.covers(cluster)) return face
        }
      }
      return null
    },
  }
}

function faceOf(sfnt: HarfbuzzFace, weight: number, widthPercent: number): Face {
  const font = new Font(sfnt)
  font.setVariations([new Variation('wght', weight), new Variation('wdth', widthPercent)])
  return {
    font,
    unitsPerEm: sfnt.upem,
    covers: (cluster) => visible(cluster).every((codePoint) => (font.nominalGlyph(codePoint) ?? 0) !== 0),
  }
}

/** Returns the code points of a cluster that need a glyph. */
function visible(cluster: string): number[] {
  return [...cluster].filter((char) => !ignorable.test(char)).map((char) => char.codePointAt(0) ?? 0)
}

const Ranges = z.record(z.string(), z.string())
const require = createRequire(import.meta.url)

async function slicesOf({ name, files }: Family): Promise<Slice[]> {
  const scope = files === '400' ? '@fontsource' : '@fontsource-variable'
  const list = require.resolve(`${scope}/${name}/unicode.json`)
  const fileOf = (subset: string) =>
    path.join(path.dirname(list), 'files', `${name}-${subset}-${files}-normal.woff2`)
  const ranges = Object.entries(Ranges.parse(JSON.parse(await readFile(list, 'utf8'))))
  if (ranges.length === 0) return [{ file: fileOf('latin'), holds: () => true }]
  return ranges.map(([subset, range]) => ({
    file: fileOf(subset.replace(/[[\]]/g, '')),
    holds: rangeTest(range),
  }))
}

/**
 * Creates a function that checks whether a code point is in a list.
 * @param list a CSS unicode-range, such as `U+0-FF,U+131`
 */
function rangeTest(list: string): (codePoint: number) => boolean {
  const ranges = list.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
    return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) }
  })
  return (codePoint) => ranges.some(({ from, to }) => codePoint >= from && codePoint <= to)
}
