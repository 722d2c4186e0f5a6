import { encodeQR } from 'qr'

const BORDER_MODULES = 2
/** The terminal codes for black on white, because the terminal's own colours may be unsuitable. */
const COLOURS = '\u001B[30;107m'
const RESET = '\u001B[0m'

/** Draws a QR code for a terminal. Each line of text shows two rows of modules (squares). */
export function terminalQr(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER_MODULES })
  const lines: string[] = []
  for (let y = 0; y < rows.length; y += 2) {
    const modules = (rows[y] ?? []).map((upper, x) => blockOf(upper, rows[y + 1]?.[x] ?? false))
    lines.push(`${COLOURS}${modules.join('')}${RESET}`)
  }
  return lines.join('\n')
}

function blockOf(upper: boolean, lower: boolean): string {
  if (upper) return lower ? '█' : '▀'
  return lower ? '▄' : ' '
}
