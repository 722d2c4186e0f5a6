import type { Page } from '@playwright/test'

/** A line of text: its position in the window, its colour, and the contrast that it needs (WCAG 1.4.3). */
type Line = {
  readonly target: string
  readonly text: string
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly colour: readonly [red: number, green: number, blue: number, alpha: number]
  readonly needed: number
}

/** A line with too little contrast: its index in the list of lines, and a sentence about it. */
type Faint = { readonly index: number; readonly finding: string }

/**
 * The largest share of the pixels behind a line that may have too little contrast. Such pixels can be at the edge of
 * a picture.
 */
const WORST_SHARE = 0.05

/** The maximum number of scroll positions from which the texts are checked. */
const MOST_VIEWS = 12

/**
 * Measures the contrast of texts with the pixels behind them. It takes a picture of the window without the texts and
 * compares each text's colour with this picture.
 * @param targets selectors of the elements with the texts
 * @returns the texts with too little contrast
 */
export async function contrastsIn(page: Page, targets: readonly string[]): Promise<string[]> {
  const found: string[] = []
  let left = targets
  for (let view = 0; view < MOST_VIEWS && left.length > 0; view += 1) {
    const before = await page.evaluate(linesInView, [...left])
    const image = await pictureWithoutTexts(page)
    // Content that loads late moves the texts below it. Then the picture shows something else at the place of a text.
    const after = new Set((await page.evaluate(linesInView, [...left])).map((line) => JSON.stringify(line)))
    const lines = before.filter((line) => after.has(JSON.stringify(line)))
    const faint = await page.evaluate(tooFaint, { image, lines, worstShare: WORST_SHARE })
    found.push(...(faint.length === 0 ? [] : await stillFaint(page, { lines, faint })))
    const moved = new Set(before.filter((line) => !lines.includes(line)).map(({ target }) => target))
    // A text that is still hidden after the page was scrolled to it is not checked again.
    const seen = new Set(lines.map(({ target }) => target))
    if (view > 0 && left[0] !== undefined) seen.add(left[0])
    for (const target of moved) seen.delete(target)
    left = left.filter((target) => !seen.has(target))
    await page.evaluate((target) => {
      if (target) document.querySelector(target)?.scrollIntoView({ block: 'center' })
    }, left[0])
  }
  return found
}

/**
 * Takes a second picture. Something may have moved to a text and back while the first picture was taken.
 * @returns the findings of the first picture whose text has too little contrast in the second one too
 */
async function stillFaint(
  page: Page,
  { lines, faint }: { lines: readonly Line[]; faint: readonly Faint[] },
): Promise<string[]> {
  const image = await pictureWithoutTexts(page)
  const again = await page.evaluate(tooFaint, { image, lines: [...lines], worstShare: WORST_SHARE })
  const indexes = new Set(again.map(({ index }) => index))
  return faint.filter(({ index }) => indexes.has(index)).map(({ finding }) => finding)
}

/** Photographs the window while its texts and icons are invisible. @returns a PNG file as base64 */
async function pictureWithoutTexts(page: Page): Promise<string> {
  await page.evaluate(() => {
    // The content security policy of the app forbids a style element.
    const hiding = new CSSStyleSheet()
    hiding.replaceSync(`*, ::before, ::after { color: transparent !important; text-shadow: none !important;
      -webkit-text-fill-color: transparent !important; caret-color: transparent !important }`)
    document.adoptedStyleSheets.push(hiding)
  })
  const picture = await page.screenshot({ type: 'png' })
  await page.evaluate(() => document.adoptedStyleSheets.pop())
  return picture.toString('base64')
}

/** Finds the visible lines of the elements' texts. This runs in the page. */
function linesInView(targets: string[]): Line[] {
  const edgePx = 80
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  /** Draws the colour on a canvas and reads the pixel, because CSS has many notations for a colour. */
  const channels = (colour: string, opacity: number): Line['colour'] => {
    if (!context) return [0, 0, 0, 1]
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    return [red, green, blue, (alpha / 255) * opacity]
  }
  const banner = document.querySelector('[data-connection-banner]')?.getBoundingClientRect()
  /** Whether the banner about the connection covers the line. Presses go through the banner to what is below it. */
  const isBelowBanner = ({ top, bottom }: DOMRect): boolean =>
    banner !== undefined && bottom > banner.top && top < banner.bottom
  const isInFront = (element: Element, { x, y, width, height }: DOMRect): boolean =>
    [0.05, 0.5, 0.95].every((share) => {
      const front = document.elementFromPoint(x + width * share, y + height * share)
      return front !== null && (element.contains(front) || front.contains(element))
    })
  /**
   * Whether the line is away from the edges of its scroll container. A bar or a shadow may cover a line at an edge.
   */
  const isClear = (element: Element, { top, bottom }: DOMRect): boolean => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const isPage = at === document.documentElement
      if (at.scrollHeight <= at.clientHeight + 1) continue
      if (!isPage && !/auto|scroll/.test(getComputedStyle(at).overflowY)) continue
      const part = isPage ? new DOMRect(0, 0, innerWidth, innerHeight) : at.getBoundingClientRect()
      const isAtTop = at.scrollTop < 1
      const isAtEnd = at.scrollTop + at.clientHeight > at.scrollHeight - 1
      return (isAtTop || top > part.top + edgePx) && (isAtEnd || bottom < part.bottom - edgePx)
    }
    return true
  }
  const lines: Line[] = []
  for (const target of targets) {
    const element = document.querySelector(target)
    if (!element) continue
    const style = getComputedStyle(element)
    let opacity = 1
    for (let at: Element | null = element; at; at = at.parentElement)
      opacity *= Number(getComputedStyle(at).opacity)
    const sizePx = Number.parseFloat(style.fontSize)
    const isLarge = sizePx >= 24 || (sizePx >= 18.66 && Number(style.fontWeight) >= 700)
    const range = document.createRange()
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) {
        const { x, y, width, height } = box
        const isInside = x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight
        if (!isInside || width < 2 || !isClear(element, box) || !isInFront(element, box)) continue
        if (isBelowBanner(box)) continue
        lines.push({
          target,
          text: node.textContent.trim().slice(0, 40),
          box: { x, y, width, height },
          colour: channels(style.color, opacity),
          needed: isLarge ? 3 : 4.5,
        })
      }
    }
  }
  return lines
}

/** Lists the lines with too little contrast to the picture behind them. This runs in the page. */
async function tooFaint(given: { image: string; lines: Line[]; worstShare: number }): Promise<Faint[]> {
  const bytes = Uint8Array.from(atob(given.image), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
  if (!context) throw new Error('there is no canvas to measure with')
  context.drawImage(picture, 0, 0)
  const linear = (value: number) =>
    value <= 0.040_45 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  const luminance = (red: number, green: number, blue: number) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  return given.lines.flatMap(({ target, text, box, colour, needed }, index) => {
    const { data } = context.getImageData(box.x, box.y, Math.max(1, box.width), Math.max(1, box.height))
    const [red, green, blue, alpha] = colour
    const contrasts: number[] = []
    for (let at = 0; at + 2 < data.length; at += 4) {
      const behind = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const
      const over = (front: number, back: number) => front * alpha + back * (1 - alpha)
      const bright = luminance(over(red, behind[0]), over(green, behind[1]), over(blue, behind[2]))
      const dark = luminance(...behind)
      contrasts.push((Math.max(bright, dark) + 0.05) / (Math.min(bright, dark) + 0.05))
    }
    contrasts.sort((a, b) => a - b)
    const contrast = contrasts[Math.floor(contrasts.length * given.worstShare)] ?? needed
    const ratio = Math.floor(contrast * 100) / 100
    const finding = `color-contrast over a picture at ${target} (${text}): ${ratio}, needed ${needed}`
    return ratio < needed ? [{ index, finding }] : []
  })
}
