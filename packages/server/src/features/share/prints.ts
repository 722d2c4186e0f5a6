import type { Paper } from './poster/draw-poster.ts'

/** A file that shares a session: a QR code or a poster. */
export type Print = { type: string; extension: string } & (
  | { kind: 'svg' | 'png' }
  | { kind: 'pdf'; paper: Paper }
)

export const prints = {
  'qr.svg': { kind: 'svg', type: 'image/svg+xml; charset=utf-8', extension: 'svg' },
  'qr.png': { kind: 'png', type: 'image/png', extension: 'png' },
  'poster.pdf': { kind: 'pdf', type: 'application/pdf', extension: 'pdf', paper: 'a4' },
  'poster-letter.pdf': { kind: 'pdf', type: 'application/pdf', extension: 'pdf', paper: 'letter' },
} as const satisfies Record<string, Print>

export type PrintName = keyof typeof prints

export function isPrintName(name: string): name is PrintName {
  return Object.hasOwn(prints, name)
}
