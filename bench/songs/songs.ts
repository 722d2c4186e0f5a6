import type { Row } from '../report.ts'
import { coding } from './coding.ts'

/** Measures the bundled songs: how different they sound after encoding, and what rendering and encoding cost. */
export const songs = async (): Promise<Row[]> => [...(await coding())]
