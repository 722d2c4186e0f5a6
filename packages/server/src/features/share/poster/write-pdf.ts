import { deflateSync } from 'node:zlib'
import type { Part, Rect, Sheet, TextLine } from './sheet-types.ts'

const num = (value: number): string => String(Math.round(value * 1000) / 1000)

/** Writes a text as a PDF string: UTF-16 with a byte order mark, in hex. */
function textString(text: string): string {
  return `<FEFF${utf16(text)}>`
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()
}

/**
 * Collects PDF objects. An object gets its number when it is reserved, and all objects are written at the end.
 */
function createObjects() {
  const bodies: (Buffer | null)[] = []
  return {
    reserve: (): number => bodies.push(null),
    fill: (id: number, body: string | Buffer): void => {
      bodies[id - 1] = Buffer.from(body)
    },
    stream(id: number, text: string): void {
      const packed = deflateSync(text)
      const head = `<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
      this.fill(id, Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]))
    },
    bytes(rootId: number, infoId: number): Buffer {
      const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1')]
      let length = chunks[0]?.length ?? 0
      const offsets: number[] = []
      const push = (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
      }
      bodies.forEach((body, index) => {
        offsets.push(length)
        push(
          Buffer.concat([
            Buffer.from(`${index + 1} 0 obj\n`),
            body ?? Buffer.from('null'),
            Buffer.from('\nendobj\n'),
          ]),
        )
      })
      const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
      const size = bodies.length + 1
      const end = `trailer << /Size ${size} /Root ${rootId} 0 R /Info ${infoId} 0 R >>\nstartxref\n${length}\n%%EOF\n`
      push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${end}`))
      return Buffer.concat(chunks)
    },
  }
}

/**
 * Writes a page as a tagged PDF. The visible text is drawn as outlines. Behind each line is the same text in an
 * invisible font, so that people can search and copy it, and screen readers can read it.
 */
export function writePdf(sheet: Sheet): Buffer {
  const objects = createObjects()
  const [root, info, pages, page, content, tree, parents, documentTag] = Array.from(
    { length: 8 },
    objects.reserve,
  )
  if (!root || !info || !pages || !page || !content || !tree || !parents || !documentTag)
    throw new Error('no object')
  const wordsFont = createWordsFont()
  const height = sheet.heightPt
  const read = sheet.parts.filter((part) => part.role !== 'decoration')

  let drawn = `1 0 0 -1 0 ${num(height)} cm\n`
  for (const part of sheet.parts) {
    const index = part.role === 'decoration' ? -1 : read.indexOf(part)
    drawn += part.role === 'decoration' ? '/Artifact BMC\n' : `/${part.role} << /MCID ${index} >> BDC\n`
    for (const { ink, outline } of part.marks) drawn += `${ink.map(num).join(' ')} rg\n${outline}f\n`
    if ('words' in part) drawn += part.words.map((line) => drawTextLine(line, wordsFont.codeOf)).join('')
    drawn += 'EMC\n'
  }
  objects.stream(content, drawn)

  const font = writeWordsFont(objects, wordsFont.chars())
  const links = read.flatMap((part) =>
    'href' in part && part.href ? [linkOf(part.href, part.box, height)] : [],
  )
  const tags = read.map((part) => {
    const id = objects.reserve()
    objects.fill(id, tagOf(part, read.indexOf(part), page, documentTag))
    return id
  })
  const refs = tags.map((id) => `${id} 0 R`).join(' ')
  objects.fill(documentTag, `<< /Type /StructElem /S /Document /P ${tree} 0 R /K [${refs}] >>`)
  objects.fill(parents, `<< /Nums [0 [${refs}]] >>`)
  objects.fill(tree, `<< /Type /StructTreeRoot /K [${documentTag} 0 R] /ParentTree ${parents} 0 R >>`)
  objects.fill(
    page,
    `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${num(sheet.widthPt)} ${num(height)}] /Contents ${content} 0 R ` +
      `/Resources << /Font << /W ${font} 0 R >> >> /StructParents 0 /Tabs /S /Annots [${links.join(' ')}] >>`,
  )
  objects.fill(pages, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`)
  objects.fill(info, `<< /Title ${textString(sheet.title)} /Creator (Jointly) /Producer (Jointly) >>`)
  objects.fill(
    root,
    `<< /Type /Catalog /Pages ${pages} 0 R /Lang (${sheet.language}) /MarkInfo << /Marked true >> /StructTreeRoot ${tree} 0 R ` +
      `/ViewerPreferences << /DisplayDocTitle true >> >>`,
  )
  return objects.bytes(root, info)
}

function tagOf(
  part: Exclude<Part, { role: 'decoration' }>,
  index: number,
  page: number,
  parent: number,
): string {
  const said =
    part.role === 'Figure' ? `/Alt ${textString(part.alt)}` : `/ActualText ${textString(part.text)}`
  return `<< /Type /StructElem /S /${part.role} /P ${parent} 0 R /Pg ${page} 0 R /K ${index} ${said} >>`
}

function linkOf(href: string, { x, y, width, height }: Rect, pageHeight: number): string {
  const rect = [x, pageHeight - y - height, x + width, pageHeight - y].map(num).join(' ')
  const uri = Buffer.from(href).toString('hex')
  return `<< /Type /Annot /Subtype /Link /Rect [${rect}] /Border [0 0 0] /A << /S /URI /URI <${uri}> >> >>`
}

/** Assigns a code to each character of the invisible text. A font has 255 codes, and a page needs far fewer. */
function createWordsFont() {
  const codes = new Map<string, number>()
  return {
    codeOf(char: string): string {
      let code = codes.get(char)
      if (code === undefined) codes.set(char, (code = Math.min(codes.size + 1, 255)))
      return code.toString(16).padStart(2, '0')
    },
    chars: () => [...codes.keys()].slice(0, 255),
  }
}

/**
 * Draws a line of invisible text. The line is scaled to the width of the visible line, because each invisible
 * character is one em wide.
 */
function drawTextLine(
  { seen, x, baseline, widthPt, sizePt }: TextLine,
  codeOf: (char: string) => string,
): string {
  if (seen.length === 0) return ''
  const narrowed = (widthPt / (seen.length * sizePt)) * 100
  const codes = seen.map(codeOf).join('')
  return `BT /W ${num(sizePt)} Tf ${num(narrowed)} Tz 1 0 0 -1 ${num(x)} ${num(baseline)} Tm <${codes}> Tj ET\n`
}

/**
 * Writes the invisible font: one empty glyph for all codes, and a table that maps each code to its character.
 */
function writeWordsFont(objects: ReturnType<typeof createObjects>, chars: readonly string[]): number {
  const [font, glyph, toUnicode] = [objects.reserve(), objects.reserve(), objects.reserve()]
  objects.stream(glyph, '1000 0 0 0 0 0 d1\n')
  const rows = chars.map((char, index) => `<${(index + 1).toString(16).padStart(2, '0')}> <${utf16(char)}>`)
  const blocks: string[] = []
  for (let i = 0; i < rows.length; i += 100) {
    const some = rows.slice(i, i + 100)
    blocks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`)
  }
  objects.stream(
    toUnicode,
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /W def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`,
  )
  const widths = chars.map(() => '1000').join(' ')
  objects.fill(
    font,
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 -200 1000 800] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 ` +
      `/LastChar ${chars.length} /Widths [${widths}] /CharProcs << /g ${glyph} 0 R >> /Resources << >> ` +
      `/Encoding << /Type /Encoding /Differences [1 ${chars.map(() => '/g').join(' ')}] >> /ToUnicode ${toUnicode} 0 R >>`,
  )
  return font
}
