import { encodeQR } from 'qr'

/** The white border around the code, in modules, as the standard requires. */
const QUIET_MODULES = 4

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

/**
 * Groups the dark modules of each row into runs of adjacent modules. `x` and `y` are the position of the first module
 * of a run.
 */
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
