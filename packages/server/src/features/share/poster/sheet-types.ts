import type { Language } from '@jointly/domain'
import type { Outline } from './outline.ts'

/** Red, green and blue from 0 to 1. */
export type Ink = readonly [number, number, number]

export const inks = {
  night: [0.039, 0.063, 0.086],
  soft: [0.32, 0.37, 0.41],
  paper: [1, 1, 1],
  warm: [0.949, 0.541, 0.18],
  cool: [0.122, 0.663, 0.722],
} as const satisfies Record<string, Ink>

export type Mark = { ink: Ink; outline: Outline }

/** One line of text, drawn as outlines. The characters are for search, copying and screen readers. */
export type TextLine = {
  seen: readonly string[]
  x: number
  baseline: number
  widthPt: number
  sizePt: number
}

/** The parts of a page in reading order. Screen readers skip decoration. */
export type Part =
  | { role: 'decoration'; marks: Mark[] }
  | { role: 'Figure'; alt: string; marks: Mark[] }
  | { role: 'H1' | 'P'; text: string; marks: Mark[]; words: TextLine[]; href?: string; box: Rect }

export type Rect = { x: number; y: number; width: number; height: number }

/** A page with its origin in the upper left corner, in points. */
export type Sheet = { widthPt: number; heightPt: number; title: string; language: Language; parts: Part[] }
