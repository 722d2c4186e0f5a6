import { sharp } from '../../platform/pictures/decoders.ts'
import { qrModules } from './qr-code.ts'

/** The minimum size of the picture, so that people can print it large. */
const PNG_EDGE_PX = 1200

/** Returns a QR code as a PNG, black on white with one bit per pixel. */
export function qrPng(text: string): Promise<Buffer> {
  const rows = qrModules(text)
  const modules = rows.length
  const pixels = Buffer.from(rows.flatMap((row) => row.map((isDark) => (isDark ? 0 : 255))))
  const edge = modules * Math.ceil(PNG_EDGE_PX / modules)
  return sharp(pixels, { raw: { width: modules, height: modules, channels: 1 } })
    .resize(edge, edge, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer()
}
