import { type Language, languageCodes } from '@jointly/domain'
import { inflateSync } from 'node:zlib'
import jsqr from 'jsqr'
import { describe, expect, it } from 'vitest'
import { writePdf } from './write-pdf.ts'
import { drawPoster, type Paper } from './draw-poster.ts'
import type { Mark, Part, Sheet } from './sheet-types.ts'
import { openTypefaces } from './typefaces.ts'

const typefaces = openTypefaces()
const ssid = '5f0c8a5e-0b1d-4c55-9a86-0a3f5f1b7c11'
const link = `https://jointly.example.org/#/main/${ssid}`
const poster = (title: string, paper: Paper = 'a4', seed = ssid, language: Language = 'en') =>
  drawPoster({ ssid: seed, title, link, code: null, paper, language }, typefaces)
/** Draws the poster of an open session, which has a code and a short link. */
const openPoster = (title: string, paper: Paper = 'letter', language: Language = 'en') =>
  drawPoster({ ssid, title, link, code, paper, language }, typefaces)
const code = { text: 'ABC 234', link: 'https://jointly.example.org/s/ABC234' }

const titles = {
  'one character': 'A',
  'eighty wide letters': 'W'.repeat(80),
  markup: '<b>x</b><script>alert(1)</script>',
  Latin: 'Friday night at Ann’s place',
  Vietnamese: 'Đêm nhạc ở nhà Nguyễn Thị Hạnh',
  Cyrillic: 'Вечер музыки у Анны',
  Greek: 'Μουσική βραδιά',
  Chinese: '周末家庭音乐会',
  Japanese: '渋谷でみんなの音楽を聴く夜',
  Korean: '금요일 밤 음악 감상회',
  Arabic: 'حفلة الموسيقى with Ann في المطبخ 2026',
  Hebrew: 'ערב מוזיקה (Live) עם חברים',
  Devanagari: 'दोस्तों के साथ संगीत की शाम',
  Thai: 'ฟังเพลงด้วยกันคืนวันศุกร์',
  Tamil: 'தமிழ் இசை மாலை',
  Ethiopic: 'የሙዚቃ ምሽት',
  'rare scripts': 'ᚠᚢᚦ ᏣᎳᎩ 𐌰𐌱 ꦗꦮ',
  emoji: '🎉 Party 👩‍👩‍👧 🇯🇵 👍🏽 ♫',
  'eighty Chinese characters': '乐'.repeat(80),
} as const

describe('a poster', () => {
  it.each(Object.entries(titles))(
    'draws each character of a title, within the page and clear of the code: %s',
    async (_name, title) => {
      const sheet = await openPoster(title)
      const heading = partOf(sheet, 'H1')
      expect(lettersOf(heading.words.flatMap(({ seen }) => seen))).toEqual(lettersOf(graphemes(title)))
      const isOutside = ({ x, y }: { x: number; y: number }) =>
        x < 0 || x > sheet.widthPt || y < 0 || y > sheet.heightPt
      expect(sheet.parts.flatMap(({ marks }) => marks.flatMap(pointsOf)).filter(isOutside)).toEqual([])
      const lowest = Math.max(...heading.marks.flatMap(pointsOf).map(({ y }) => y))
      const highest = Math.min(
        ...codeOf(sheet)
          .marks.flatMap(pointsOf)
          .map(({ y }) => y),
      )
      expect(lowest).toBeLessThan(highest)
    },
  )

  it('S1 another decoder reads the link in its QR code', async () => {
    const { rgba, edge } = pixels(codeOf(await poster('Kitchen')))
    expect(jsqr.default(rgba, edge, edge)?.data).toBe(link)
  })

  it('breaks lines between words, in lines of similar length', async () => {
    const { words } = partOf(await poster('An evening of slow songs and quick dances with old friends'), 'H1')
    expect(words.length).toBeGreaterThan(1)
    expect(words.map(({ seen }) => seen.join('')).join('')).toBe(
      'An evening of slow songs and quick dances with old friends',
    )
    const widths = words.map(({ widthPt }) => widthPt)
    expect(Math.min(...widths) / Math.max(...widths)).toBeGreaterThan(0.6)
  })

  it('writes from right to left if the title starts with such a script', async () => {
    const sheet = await poster('ليلة')
    const [line] = partOf(sheet, 'H1').words
    expect(line && line.x + line.widthPt).toBeCloseTo(sheet.widthPt - 42, 1)
    expect(line?.seen.join('')).toBe([...'ليلة'].toReversed().join(''))
  })

  it('draws a replacement character if no font has a character', async () => {
    const { words } = partOf(await poster('\u{10FFFD}'), 'H1')
    expect(words[0]?.seen).toEqual(['\uFFFD'])
  })

  it('has different art for each session, the same each time', async () => {
    const art = async (seed: string) => JSON.stringify((await poster('Kitchen', 'a4', seed)).parts)
    expect(await art('a')).toBe(await art('a'))
    expect(await art('a')).not.toBe(await art('b'))
  })

  it('shows the link, which can be opened, and the three steps', async () => {
    const sheet = await poster('Kitchen')
    const said = sheet.parts.flatMap((part) => ('text' in part ? [part.text] : []))
    expect(said).toEqual(
      expect.arrayContaining([link.replace('https://', ''), 'Join', 'Start playing', 'Vote']),
    )
    const pdf = writePdf(sheet).toString('latin1')
    expect(pdf).toContain(`/URI <${Buffer.from(link).toString('hex')}>`)
  })

  it('J10 shows people who cannot scan the code and the short link of an open session', async () => {
    const sheet = await openPoster('Kitchen')
    const said = sheet.parts.flatMap((part) => ('text' in part ? [part.text] : []))
    expect(said).toContain('Session code ABC 234')
    expect(said).toContain('jointly.example.org/s/ABC234')
    expect(said).not.toContain(link.replace('https://', ''))
    expect(writePdf(sheet).toString('latin1')).toContain(`/URI <${Buffer.from(code.link).toString('hex')}>`)
    // The QR code has the link that stays valid if the session is closed to others later.
    const { rgba, edge } = pixels(codeOf(sheet))
    expect(jsqr.default(rgba, edge, edge)?.data).toBe(link)
  })

  it('W3 has its texts in the language of the person who prints it', async () => {
    const sheet = await poster('Kitchen', 'a4', ssid, 'de')
    const texts = sheet.parts.flatMap((part) => ('text' in part ? [part.text] : []))
    expect(texts).toEqual(
      expect.arrayContaining([
        'Musik gemeinsam zu hören war noch nie so einfach.',
        'Beitreten',
        'Musik starten',
        'Abstimmen',
      ]),
    )
    expect(JSON.stringify(codeOf(sheet))).toContain(`QR-Code von ${link}`)
    expect(writePdf(sheet).toString('latin1')).toContain('/Lang (de)')
  })

  it.each(languageCodes)('W3 no text covers another one or leaves the page: %s', async (language) => {
    const { widthPt, heightPt, parts } = await openPoster('Kitchen', 'letter', language)
    const boxes = parts.flatMap((part) => ('box' in part ? [part.box] : []))
    const overlaps = boxes.flatMap((one, index) =>
      boxes.slice(index + 1).filter((other) => areOverlapping(one, other)),
    )
    expect(overlaps).toEqual([])
    expect(boxes.filter(({ x, y, width, height }) => x + width > widthPt || y + height > heightPt)).toEqual(
      [],
    )
  })

  it('has title, language and text for screen readers and search', async () => {
    const pdf = writePdf(await poster('渋谷 <b>'))
    const text = pdf.toString('latin1')
    expect(text).toContain('/Title <FEFF6E0B8C370020003C0062003E>')
    expect(text).toContain('/Lang (en)')
    expect(text).toContain('/S /H1')
    expect(streamsOf(pdf).find((stream) => stream.includes('beginbfchar'))).toContain('<6E0B>')
  })
})

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const graphemes = (text: string) =>
  [...segmenter.segment(text.normalize('NFC'))].map(({ segment }) => segment)
const lettersOf = (seen: readonly string[]) => seen.filter((each) => each !== ' ').toSorted()

function partOf(sheet: Sheet, role: 'H1' | 'P') {
  const part = sheet.parts.find((each) => each.role === role)
  if (!part || !('words' in part)) throw new Error(`no ${role}`)
  return part
}

function codeOf(sheet: Sheet): Part {
  const part = sheet.parts.find((each) => each.role === 'Figure')
  if (!part) throw new Error('no code')
  return part
}

const areOverlapping = (one: Rectangle, other: Rectangle): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

type Rectangle = { x: number; y: number; width: number; height: number }

function rectanglesOf({ outline }: Mark): Rectangle[] {
  return [...outline.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)].map((match) => {
    const [x = 0, y = 0, width = 0, height = 0] = match.slice(1).map(Number)
    return { x, y, width, height }
  })
}

function pointsOf(mark: Mark): { x: number; y: number }[] {
  const corners = rectanglesOf(mark).flatMap(({ x, y, width, height }) => [
    { x, y },
    { x: x + width, y: y + height },
  ])
  const ends = [...mark.outline.matchAll(/(-?[\d.]+) (-?[\d.]+) [mlc]\b/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }))
  return [...corners, ...ends]
}

/** Draws the squares of a code, four pixels per point. */
function pixels({ marks }: Part) {
  const rectangles = marks.flatMap(rectanglesOf)
  const left = Math.min(...rectangles.map(({ x }) => x)) - 20
  const top = Math.min(...rectangles.map(({ y }) => y)) - 20
  const edge = Math.ceil((Math.max(...rectangles.map(({ x, width }) => x + width)) - left + 20) * 4)
  const rgba = new Uint8ClampedArray(edge * edge * 4).fill(255)
  for (const { x, y, width, height } of rectangles)
    for (let py = Math.round((y - top) * 4); py < Math.round((y + height - top) * 4); py++)
      for (let px = Math.round((x - left) * 4); px < Math.round((x + width - left) * 4); px++)
        rgba.fill(0, (py * edge + px) * 4, (py * edge + px) * 4 + 3)
  return { rgba, edge }
}

function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/\/Length (\d+) >>\nstream\n/g)].map((match) => {
    const start = match.index + match[0].length
    return inflateSync(pdf.subarray(start, start + Number(match[1]))).toString()
  })
}
