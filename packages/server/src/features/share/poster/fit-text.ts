import { type PreparedText, type ShapedLine, shapeLine } from './shape-text.ts'

export type Box = { widthPt: number; heightPt: number; maxSizePt: number; maxLines: number }

/**
 * A text at its final size. The lines are in order from top to bottom, and their base lines are measured from the top
 * of the block.
 */
export type FittedText = {
  sizePt: number
  heightPt: number
  lines: { shaped: ShapedLine; baselinePt: number }[]
}

/** Words are broken only if the font can then be this many times larger. */
const WORTH_BREAKING = 1.9
/** One more line is used only if the font can then be this many times larger. */
const WORTH_A_LINE = 1.1
/** The minimum distance of base lines, in ems. */
const PITCH = 0.96
/** The minimum distance between the ink of two lines, in ems. */
const GAP = 0.09

/**
 * Lays out a text as large as a box allows, in lines of similar length. Words are broken only if the text would be
 * tiny otherwise.
 */
export function fitText(prepared: PreparedText, box: Box): FittedText {
  const whole = findBestFit(prepared, wordBreaks(prepared), box)
  if (whole.sizePt * WORTH_BREAKING >= box.maxSizePt) return whole
  const broken = findBestFit(prepared, everyBreak(prepared), box)
  return broken.sizePt > whole.sizePt * WORTH_BREAKING ? broken : whole
}

/** The indices of clusters where a line may break, including both ends. */
type Breaks = number[]

const words = new Intl.Segmenter('en', { granularity: 'word' })
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const closing = /^[\p{Pe}\p{Pf}\p{Po}ー々〜]/u
const opening = /[\p{Ps}\p{Pi}]$/u

function wordBreaks({ text, clusters }: PreparedText): Breaks {
  const starts = new Set([...words.segment(text)].map(({ index }) => index))
  const breaks = [0]
  for (let i = 1; i < clusters.length; i++) {
    const [before, after] = [clusters[i - 1], clusters[i]]
    if (!before || !after || after.text === ' ') continue
    const between = unspaced.test(before.text) || unspaced.test(after.text)
    const mayPart =
      between && starts.has(after.start) && !closing.test(after.text) && !opening.test(before.text)
    if (before.text === ' ' || /[-–—]$/u.test(before.text) || mayPart) breaks.push(i)
  }
  return [...breaks, clusters.length]
}

function everyBreak({ clusters }: PreparedText): Breaks {
  return clusters.flatMap(({ text }, index) => (text === ' ' ? [] : [index])).concat(clusters.length)
}

function findBestFit(prepared: PreparedText, breaks: Breaks, box: Box): FittedText {
  const widthOf = estimateWidths(prepared, breaks)
  let chosen: FittedText | null = null
  for (let count = 1; count <= Math.min(box.maxLines, breaks.length - 1); count++) {
    const fitted = layOutLines(prepared, balanceLines(breaks, count, widthOf), box)
    if (!chosen || fitted.sizePt > chosen.sizePt * WORTH_A_LINE) chosen = fitted
  }
  return chosen ?? { sizePt: box.maxSizePt, heightPt: 0, lines: [] }
}

/** The approximate width of a space, in ems. */
const SPACE = 0.28

/**
 * Estimates the widths of lines from the widths of the pieces between two breaks, because shaping every
 * possible line takes quadratic time. The estimate is a little wrong at joined letters, so the chosen lines are
 * measured exactly later.
 */
function estimateWidths(prepared: PreparedText, breaks: Breaks): (from: number, to: number) => number {
  const until = new Map<number, number>([[0, 0]])
  const isSpace = (index: number) => prepared.clusters[index]?.text === ' '
  let sum = 0
  for (const [index, end] of breaks.slice(1).entries()) {
    sum += shapeLine(prepared, breaks[index] ?? 0, end).width + (isSpace(end - 1) ? SPACE : 0)
    until.set(end, sum)
  }
  return (from, to) => (until.get(to) ?? 0) - (until.get(from) ?? 0) - (isSpace(to - 1) ? SPACE : 0)
}

/** Splits a text into this many lines so that the widest line is as narrow as possible. */
function balanceLines(breaks: Breaks, count: number, widthOf: (from: number, to: number) => number): Breaks {
  type Way = { widest: number; squares: number; ends: Breaks }
  let ways: (Way | null)[] = breaks.map((_, index) =>
    index === 0 ? { widest: 0, squares: 0, ends: [0] } : null,
  )
  for (let line = 0; line < count; line++) {
    ways = breaks.map((to, end) => {
      let narrowest: Way | null = null
      for (let start = 0; start < end; start++) {
        const way = ways[start]
        const from = breaks[start]
        if (!way || from === undefined) continue
        const width = widthOf(from, to)
        const next = {
          widest: Math.max(way.widest, width),
          squares: way.squares + width * width,
          ends: [...way.ends, to],
        }
        const isBetter =
          !narrowest ||
          next.widest < narrowest.widest ||
          (next.widest === narrowest.widest && next.squares < narrowest.squares)
        if (isBetter) narrowest = next
      }
      return narrowest
    })
  }
  return ways.at(-1)?.ends ?? breaks
}

function layOutLines(prepared: PreparedText, ends: Breaks, box: Box): FittedText {
  const shaped = ends.slice(1).map((end, index) => shapeLine(prepared, ends[index] ?? 0, end))
  const widest = Math.max(...shaped.map(({ width }) => width), 0.01)
  const above = Math.max(...shaped.map((line) => line.above), 0.3)
  const below = Math.max(...shaped.map((line) => line.below), 0)
  const pitch = Math.max(PITCH, above + below + GAP)
  const height = above + below + pitch * (shaped.length - 1)
  const sizePt = Math.min(box.maxSizePt, box.widthPt / widest, box.heightPt / height)
  const lines = shaped.map((line, index) => ({ shaped: line, baselinePt: (above + pitch * index) * sizePt }))
  return { sizePt, heightPt: height * sizePt, lines }
}
