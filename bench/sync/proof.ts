import type { Browser } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../report.ts'
import { heardOf } from './heard.ts'
import { REFERENCE_RATE, type TestSong } from './songs.ts'
import { readRecording, recordPages } from './tap.ts'

const SHIFT_MS = 37
/** From when the sound stands until shortly before its end, twenty times a second. */
const LOOKS_AFTER_MS = Array.from({ length: 58 }, (_, look) => 800 + look * 50)

/**
 * Measures the measuring: two pages play one sound by their own graphs, the second later by a known time.
 *
 * @returns by how many milliseconds the tool missed that shift: all but five of a hundred looks, since a graph may stumble
 */
export async function toolError(
  browser: Browser,
  origin: string,
  [song]: readonly TestSong[],
): Promise<number> {
  if (!song) throw new Error('no song')
  const atMs = Date.now() + 4_000
  const pages = await Promise.all(
    [0, SHIFT_MS].map(async (shiftMs) => {
      const context = await browser.newContext({ bypassCSP: true })
      await recordPages(context)
      const page = await context.newPage()
      await page.goto(`${origin}/api/health`)
      await page.mouse.click(5, 5)
      const samples = [...song.samples.subarray(0, 4 * REFERENCE_RATE)]
      await page.evaluate(playAt, { samples, rate: REFERENCE_RATE, atMs: atMs + shiftMs })
      return page
    }),
  )
  await pause(atMs + 4_000 - Date.now())
  const heard = await Promise.all(pages.map(async (page) => heardOf(await readRecording(page))))
  const errors = LOOKS_AFTER_MS.map((afterMs) => {
    const [one, other] = heard.map(({ positionMs }) => positionMs(song, atMs + afterMs, afterMs))
    return one == null || other == null ? Number.POSITIVE_INFINITY : Math.abs(one - other - SHIFT_MS)
  })
  for (const page of pages) await page.context().close()
  return percentile(errors, 0.95)
}

/** Runs in a page: plays samples so that they are heard from an instant on. */
async function playAt(sound: { samples: number[]; rate: number; atMs: number }): Promise<void> {
  const context = new AudioContext()
  await context.resume()
  const buffer = context.createBuffer(1, sound.samples.length, sound.rate)
  buffer.copyToChannel(Float32Array.from(sound.samples), 0)
  const source = new AudioBufferSourceNode(context, { buffer })
  source.connect(context.destination)
  // A graph that has just been made stumbles now and then: what its output says is taken shortly before the start.
  let offsetMs = 0
  while (performance.timeOrigin + performance.now() < sound.atMs - 300) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
    offsetMs = contextTime * 1000 - performanceTime
  }
  source.start((sound.atMs - performance.timeOrigin + offsetMs) / 1000)
}
