import type { Language } from '@jointly/domain'
import { type PageTexts, pageTexts } from '../../../platform/http/pages/page-texts.ts'
import { qrModules, runsOf } from '../qr-code.ts'
import { logoMark, soundArt } from './poster-art.ts'
import { type Box, type FittedText, fitText } from './fit-text.ts'
import { rectangle, roundedSquare } from './outline.ts'
import { type Ink, inks, type Mark, type Part, type Rect, type Sheet } from './sheet-types.ts'
import { lineOutline, prepareText, type PreparedText } from './shape-text.ts'
import { type Style, textFamilies, titleFamilies, type Typefaces } from './typefaces.ts'

export type Paper = 'a4' | 'letter'
/**
 * The contents of a poster. The session id is the seed of the drawing. `code` is what people type who cannot scan:
 * the code, formatted, and the short link. It is null if the session is not open.
 */
export type PosterRequest = {
  ssid: string
  title: string
  link: string
  code: { text: string; link: string } | null
  paper: Paper
  language: Language
}

const papers = { a4: { width: 595.28, height: 841.89 }, letter: { width: 612, height: 792 } }
const MARGIN = 42
/** The distance of the drawing from the edge of the page, in points. Printers leave a white margin there. */
const RIM = 17

const heavy: Style = { families: titleFamilies(''), weight: 850, widthPercent: 110 }
const plain: Style = { families: textFamilies, weight: 500 }
const strong: Style = { families: textFamilies, weight: 700 }

/**
 * Draws a poster on one page: title, art around the QR code, the code and the link as text, and the three steps to
 * join.
 */
export async function drawPoster(request: PosterRequest, typefaces: Typefaces): Promise<Sheet> {
  const { width, height } = papers[request.paper]
  const texts = pageTexts[request.language]
  const inner = width - 2 * MARGIN
  const layOut: LayOutText = async (
    text: string,
    style: Style,
    box: Rect,
    look: TextOptions,
  ): Promise<Part> => layOutPrepared(await prepareText(text, style, typefaces), text, box, look)

  const footTop = height - 116
  const linkTop = footTop - 52
  const textTop = request.code === null ? linkTop : linkTop - 26
  const qrEdge = Math.min(230, height * 0.272)
  const radius = qrEdge * 0.71
  const titleTop = 106
  const artHeight = radius * 2 + 38
  const artTop = textTop - 14 - artHeight
  const centre = { x: width / 2, y: artTop + artHeight / 2 }
  const room: Rect = { x: RIM, y: artTop, width: width - 2 * RIM, height: artHeight }

  const typedLink = request.code?.link ?? request.link
  const titleBox: Rect = { x: MARGIN, y: titleTop, width: inner, height: artTop - titleTop - 14 }
  const column = (inner - 2 * 20) / 3
  const parts: Part[] = [
    { role: 'decoration', marks: logoMark(MARGIN, 38, 36) },
    await layOut(
      'Jointly',
      { ...heavy, weight: 750 },
      { x: MARGIN + 44, y: 45, width: 150, height: 22 },
      { max: 26 },
    ),
    await layOut(
      texts.tagline,
      plain,
      { x: width - MARGIN - 160, y: 42, width: 160, height: 30 },
      {
        max: 12,
        lines: 2,
        ink: inks.soft,
        align: 'end',
      },
    ),
    await layOut(request.title, titleStyle(request.title), titleBox, {
      max: 168,
      lines: 7,
      role: 'H1',
      centred: true,
    }),
    { role: 'decoration', marks: soundArt(request.ssid, centre, radius, room) },
    { role: 'Figure', alt: texts.poster.code(request.link), marks: qrMarks(request.link, centre, qrEdge) },
    await layOut(
      shownLink(typedLink),
      strong,
      { x: MARGIN, y: linkTop, width: inner, height: 32 },
      { max: 15, lines: 2, align: 'middle', href: typedLink, centred: true },
    ),
    { role: 'decoration', marks: [{ ink: inks.night, outline: rectangle(MARGIN, footTop, inner, 2.5) }] },
  ]
  if (request.code)
    parts.push(
      await layOut(
        texts.poster.typedCode(request.code.text),
        strong,
        { x: MARGIN, y: textTop, width: inner, height: 28 },
        { max: 24, align: 'middle', centred: true },
      ),
    )
  parts.push(...(await layOutSteps(layOut, texts.poster.steps, footTop, column)))
  return { widthPt: width, heightPt: height, title: request.title, language: request.language, parts }
}

type LayOutText = (text: string, style: Style, box: Rect, look: TextOptions) => Promise<Part>

/** Lays out the three steps next to each other. @param columnPt the width of each step in points */
async function layOutSteps(
  layOut: LayOutText,
  steps: PageTexts['poster']['steps'],
  footTop: number,
  columnPt: number,
): Promise<Part[]> {
  const parts: Part[] = []
  for (const [index, { name, words }] of steps.entries()) {
    const x = MARGIN + index * (columnPt + 20)
    const ink = [inks.cool, inks.night, inks.warm][index] ?? inks.night
    parts.push(
      await layOut(String(index + 1), heavy, { x, y: footTop + 18, width: 40, height: 34 }, { max: 46, ink }),
      await layOut(
        name,
        heavy,
        { x: x + 40, y: footTop + 19, width: columnPt - 40, height: 20 },
        { max: 15 },
      ),
      await layOut(
        words,
        plain,
        { x: x + 40, y: footTop + 38, width: columnPt - 40, height: 46 },
        {
          max: 11.5,
          lines: 4,
          ink: inks.soft,
        },
      ),
    )
  }
  return parts
}

/** Returns the style of a title: a wide font for a short title, a narrow font for a long title. */
function titleStyle(title: string): Style {
  const length = [...title].length
  const widthPercent = length <= 10 ? 120 : length <= 28 ? 105 : 88
  return { families: titleFamilies(title), weight: 900, widthPercent }
}

/** Returns the link without its scheme, because people read it and type it. */
function shownLink(link: string): string {
  return link.replace(/^https?:\/\//, '')
}

type TextOptions = {
  /** The largest allowed font size in points. */
  max: number
  lines?: number
  ink?: Ink
  align?: 'start' | 'middle' | 'end'
  role?: 'H1' | 'P'
  href?: string
  /** Whether the text is centred vertically in its box. */
  centred?: boolean
}

function layOutPrepared(prepared: PreparedText, text: string, box: Rect, look: TextOptions): Part {
  const limits: Box = {
    widthPt: box.width,
    heightPt: box.height,
    maxSizePt: look.max,
    maxLines: look.lines ?? 1,
  }
  const fitted = fitText(prepared, limits)
  const top = look.centred ? box.y + (box.height - fitted.heightPt) / 2 : box.y
  const placedLines = fitted.lines.map(({ shaped, baselinePt }) => {
    const widthPt = shaped.width * fitted.sizePt
    const x = box.x + (box.width - widthPt) * freeShareLeft(look.align ?? 'start', prepared.isRtl)
    return { shaped, x, baseline: top + baselinePt, widthPt }
  })
  const outline = placedLines
    .map(({ shaped, x, baseline }) => lineOutline(shaped, { x, y: baseline }, fitted.sizePt))
    .join('')
  return {
    role: look.role ?? 'P',
    text,
    marks: [{ ink: look.ink ?? inks.night, outline }],
    words: placedLines.map(({ shaped, x, baseline, widthPt }) => ({
      // A space is added after each line except the last one, so that copied words stay separate.
      seen: shaped === fitted.lines.at(-1)?.shaped ? shaped.seen : [...shaped.seen, ' '],
      x,
      baseline,
      widthPt,
      sizePt: fitted.sizePt,
    })),
    box: blockOf(placedLines, top, fitted),
    ...(look.href !== undefined && { href: look.href }),
  }
}

/** Returns which part of the free width is on the left of a line, from 0 to 1. */
function freeShareLeft(align: 'start' | 'middle' | 'end', isRtl: boolean): number {
  if (align === 'middle') return 0.5
  return (align === 'end') === isRtl ? 0 : 1
}

function blockOf(
  lines: readonly { x: number; widthPt: number }[],
  top: number,
  { heightPt }: FittedText,
): Rect {
  const left = Math.min(...lines.map(({ x }) => x))
  const right = Math.max(...lines.map(({ x, widthPt }) => x + widthPt))
  return { x: left, y: top, width: right - left, height: heightPt }
}

function qrMarks(link: string, centre: { x: number; y: number }, edge: number): Mark[] {
  const rows = qrModules(link)
  const unit = edge / rows.length
  const [left, top] = [centre.x - edge / 2, centre.y - edge / 2]
  const dark = runsOf(rows).map(({ x, y, length }) =>
    rectangle(left + x * unit, top + y * unit, length * unit, unit),
  )
  return [
    { ink: inks.paper, outline: roundedSquare(left, top, edge, 2 * unit) },
    { ink: inks.night, outline: dark.join('') },
  ]
}
