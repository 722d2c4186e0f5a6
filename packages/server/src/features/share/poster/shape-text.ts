import bidiFactory from 'bidi-js/dist/bidi.mjs'
import { Buffer, Direction, shape } from 'harfbuzzjs'
import { type Outline, transformPath } from './outline.ts'
import type { Face, Style, Typefaces } from './typefaces.ts'

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** One visible character, with the font that draws it. `start` is its index in the text. */
export type Cluster = { text: string; start: number; face: Face; isRtl: boolean }

/**
 * A text with the font and direction of each character. `levels` are the embedding levels of the Unicode bidi
 * algorithm.
 */
export type PreparedText = {
  text: string
  clusters: readonly Cluster[]
  isRtl: boolean
  levels: ReturnType<typeof bidi.getEmbeddingLevels>
}

type Glyph = { face: Face; id: number; x: number; y: number }

/**
 * A line in visual order, in ems. `glyphs` are from left to right, `above` and `below` are the extent of the drawn
 * shapes from the base line, and `seen` are the characters.
 */
export type ShapedLine = { glyphs: Glyph[]; width: number; above: number; below: number; seen: string[] }

/** Finds the font and direction of each character. A character that no font has becomes U+FFFD. */
export async function prepareText(given: string, style: Style, typefaces: Typefaces): Promise<PreparedText> {
  const found: { text: string; face: Face }[] = []
  for (const { segment } of graphemes.segment(given.normalize('NFC').replace(/\s+/gu, ' ').trim())) {
    const face = await typefaces.faceFor(segment, style)
    if (face) found.push({ text: segment, face })
    else {
      const replacement = await typefaces.faceFor('\uFFFD', style)
      if (replacement) found.push({ text: '\uFFFD', face: replacement })
    }
  }
  const text = found.map((cluster) => cluster.text).join('')
  const levels = bidi.getEmbeddingLevels(text)
  let start = 0
  const clusters = found.map((cluster) => {
    const isRtl = (levels.levels[start] ?? 0) % 2 === 1
    const placedCluster = { ...cluster, start, isRtl }
    start += cluster.text.length
    return placedCluster
  })
  return { text, clusters, levels, isRtl: (levels.paragraphs[0]?.level ?? 0) % 2 === 1 }
}

/** Shapes a range of clusters as one line: resolves directions, joins letters, and places marks. */
export function shapeLine(prepared: PreparedText, from: number, to: number): ShapedLine {
  const clusters = trimClusters(prepared.clusters.slice(from, to))
  const line: ShapedLine = { glyphs: [], width: 0, above: 0, below: 0, seen: [] }
  for (const run of runsOf(visualOrder(prepared, clusters))) addRun(line, run)
  return line
}

/**
 * Converts a shaped line to a path on the page.
 * @param place the left end of the base line in points
 * @param sizePt the font size in points, which is one em
 */
export function lineOutline(line: ShapedLine, place: { x: number; y: number }, sizePt: number): Outline {
  return line.glyphs
    .map(({ face, id, x, y }) => {
      const unit = sizePt / face.unitsPerEm
      return transformPath(face.font.glyphToJson(id), (gx, gy) => ({
        x: place.x + x * sizePt + gx * unit,
        y: place.y - y * sizePt - gy * unit,
      }))
    })
    .join('')
}

function trimClusters(clusters: readonly Cluster[]): readonly Cluster[] {
  const isSpace = (cluster: Cluster | undefined) => cluster?.text.trim() === ''
  let [first, last] = [0, clusters.length]
  while (first < last && isSpace(clusters[first])) first++
  while (last > first && isSpace(clusters[last - 1])) last--
  return clusters.slice(first, last)
}

/** Sorts clusters from left to right, as they are displayed. */
function visualOrder({ text, levels }: PreparedText, clusters: readonly Cluster[]): Cluster[] {
  const [first, last] = [clusters[0], clusters.at(-1)]
  if (!first || !last) return []
  const end = last.start + last.text.length - 1
  const order = new Map(
    bidi.getReorderedIndices(text, levels, first.start, end).map((index, place) => [index, place]),
  )
  const placeOf = ({ start }: Cluster) => order.get(start) ?? 0
  return clusters.toSorted((a, b) => placeOf(a) - placeOf(b))
}

function runsOf(clusters: readonly Cluster[]): Cluster[][] {
  const runs: Cluster[][] = []
  for (const cluster of clusters) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before?.face === cluster.face && before.isRtl === cluster.isRtl) run.push(cluster)
    else runs.push([cluster])
  }
  return runs
}

function addRun(line: ShapedLine, run: readonly Cluster[]): void {
  const [first] = run
  if (!first) return
  const { face, isRtl } = first
  const { font, unitsPerEm } = face
  const logical = isRtl ? run.toReversed() : run
  const buffer = new Buffer()
  buffer.addText(logical.map((cluster) => cluster.text).join(''))
  buffer.guessSegmentProperties()
  buffer.setDirection(isRtl ? Direction.RTL : Direction.LTR)
  shape(font, buffer)
  for (const {
    codepoint: id,
    xAdvance = 0,
    xOffset = 0,
    yOffset = 0,
  } of buffer.getGlyphInfosAndPositions()) {
    const y = yOffset / unitsPerEm
    line.glyphs.push({ face, id, x: line.width + xOffset / unitsPerEm, y })
    line.width += xAdvance / unitsPerEm
    const ink = font.glyphExtents(id)
    if (!ink) continue
    line.above = Math.max(line.above, y + ink.yBearing / unitsPerEm)
    line.below = Math.max(line.below, -(y + (ink.yBearing + ink.height) / unitsPerEm))
  }
  line.seen.push(...run.map((cluster) => cluster.text))
}
