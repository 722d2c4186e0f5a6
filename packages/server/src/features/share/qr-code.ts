import { crc32, deflateSync } from 'node:zlib'
import { encodeQR } from 'qr'

/** The white border around the code, in modules, as the standard requires. */
const QUIET_MODULES = 4
/** The minimum size of the picture, so that people can print it large. */
const PNG_EDGE_PX = 1200

/**
 * Returns the modules (squares) of a QR code with its border, row by row; true means dark. The code can be read
 * even if a quarter of it is damaged.
 */
export function qrModules(text: string): boolean[][] {
  return encodeQR(text, 'raw', { ecc: 'quartile', border: QUIET_MODULES })
}

/** Returns a QR code as an SVG with one path. */
export function qrSvg(text: string): string {
  const rows = qrModules(text)
  const edge = rows.length
  const path = runsOf(rows)
    .map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`)
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edge} ${edge}" width="640" height="640" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${edge}v${edge}H0z"/><path fill="#0a1016" d="${path}"/></svg>\n`
}

/** Groups dark modules that are next to each other in a row. */
export function runsOf(rows: readonly boolean[][]): { x: number; y: number; length: number }[] {
  return rows.flatMap((row, y) => {
    const runs: { x: number; y: number; length: number }[] = []
    row.forEach((isDark, x) => {
      const run = runs.at(-1)
      if (!isDark) return
      if (run && run.x + run.length === x) run.length++
      else runs.push({ x, y, length: 1 })
    })
    return runs
  })
}

/** Returns a QR code as a PNG, black on white with one bit per pixel. */
export function qrPng(text: string): Buffer {
  const rows = qrModules(text)
  const scale = Math.ceil(PNG_EDGE_PX / rows.length)
  const edge = rows.length * scale
  const lineBytes = Math.ceil(edge / 8)
  const lines: Buffer[] = []
  for (const row of rows) {
    const line = Buffer.alloc(1 + lineBytes, 0xff)
    line[0] = 0
    for (let px = 0; px < edge; px++) {
      const isDark = row[Math.floor(px / scale)] === true
      if (isDark) line[1 + (px >> 3)] = (line[1 + (px >> 3)] ?? 0) & ~(0x80 >> (px & 7))
    }
    for (let i = 0; i < scale; i++) lines.push(line)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}
