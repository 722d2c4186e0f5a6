import { type Artwork, escapeText, n, SIDE } from './svg.ts'

const SANS = "'Helvetica Neue',Helvetica,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"
const MARGIN = 40

/** Returns the approximate width of a text, in multiples of the font size. */
function ems(text: string): number {
  return [...text].reduce(
    (sum, sign) =>
      sum + (/[\u3000-\u9fff\uff00-\uffef]/u.test(sign) ? 1 : /[A-ZÀ-Þ]/u.test(sign) ? 0.68 : 0.53),
    0,
  )
}

type Line = {
  text: string
  x: number
  y: number
  size: number
  weight: number
  anchor?: 'end'
  spacing?: number
  fill: string
}

function line({ text, x, y, size, weight, anchor, spacing, fill }: Line): string {
  const attributes = `x="${n(x)}" y="${n(y)}" font-size="${n(size)}" font-weight="${weight}" fill="${fill}"`
  const end = anchor ? ` text-anchor="${anchor}"` : ''
  const track = spacing ? ` letter-spacing="${spacing}"` : ''
  return `<text ${attributes}${end}${track}>${escapeText(text)}</text>`
}

/** Returns the font size at which a text is at most as wide as `room`. The result is at most `size`. */
const fitSize = (text: string, size: number, room: number): number =>
  Math.min(size, room / Math.max(1, ems(text)))

/** Draws the artist and the title in the margins of the picture. */
export function lettering(artwork: Artwork, artist: string, title: string): string {
  const { ink } = artwork.palette
  const room = SIDE - 2 * MARGIN
  const size = fitSize(title, 30, room)
  const small = Math.min(fitSize(artist, 19, room), 19)
  const lines: Record<Artwork['lettering'], () => string> = {
    head: () =>
      line({ text: title, x: MARGIN, y: 66, size, weight: 700, fill: ink }) +
      line({ text: artist, x: MARGIN, y: 94, size: small, weight: 400, fill: ink }),
    foot: () =>
      line({ text: title, x: MARGIN, y: 576, size, weight: 700, fill: ink }) +
      line({ text: artist, x: MARGIN, y: 604, size: small, weight: 400, fill: ink }),
    corners: () =>
      line({ text: artist, x: MARGIN, y: 60, size: small, weight: 500, fill: ink }) +
      line({
        text: title,
        x: SIDE - MARGIN,
        y: 604,
        size: fitSize(title, 26, room),
        weight: 700,
        anchor: 'end',
        fill: ink,
      }),
    plate: () =>
      line({
        text: title,
        x: MARGIN,
        y: 588,
        size: fitSize(title, 27, room * 0.62),
        weight: 700,
        fill: ink,
      }) +
      line({
        text: artist,
        x: SIDE - MARGIN,
        y: 588,
        size: fitSize(artist, 18, room * 0.36),
        weight: 400,
        anchor: 'end',
        fill: ink,
      }),
  }
  return `<g font-family="${SANS}">${lines[artwork.lettering]()}</g>`
}
