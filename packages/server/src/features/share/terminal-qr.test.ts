import jsqr from 'jsqr'
import { describe, expect, it } from 'vitest'
import { terminalQr } from './terminal-qr.ts'

const SCALE = 4

describe('the QR code in the terminal', () => {
  it('J8 another decoder reads the address in it', () => {
    const address = 'http://192.168.178.123:3000'
    const lines = terminalQr(address)
      .split('\n')
      .map((line) => line.match(/[ █▀▄]/gu) ?? [])
    const edge = lines[0]?.length ?? 0
    const isDark = (x: number, y: number) => (y % 2 === 0 ? '█▀' : '█▄').includes(lines[y >> 1]?.[x] ?? ' ')
    const width = edge * SCALE
    const rgba = new Uint8ClampedArray(width * width * 4).fill(255)
    for (let i = 0; i < width * width; i += 1)
      if (isDark(Math.floor((i % width) / SCALE), Math.floor(i / width / SCALE)))
        rgba.fill(0, i * 4, i * 4 + 3)
    expect(jsqr.default(rgba, width, width)?.data).toBe(address)
  })
})
