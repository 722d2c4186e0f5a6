import { encodeQR } from 'qr'

const BORDER_MODULES = 2
/** Black on white, whatever the colours of the terminal are. */
const COLOURS = '\u001B[30;107m'
const RESET = '\u001B[0m'

/** A QR code for a terminal, two rows of modules a line. */
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
