import type { Browser } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../report.ts'
import { readSound } from './recorded-sound.ts'
import { REFERENCE_RATE, type TestSong } from './songs.ts'
import { readRecording, recordPages } from './page-recorder.ts'

const SHIFT_MS = 37
/**
 * When the sounds are compared: twenty times per second, from the time when a sound is stable until shortly
 * before its end.
 */
const LOOKS_AFTER_MS = Array.from({ length: 58 }, (_, look) => 800 + look * 50)

/**
 * Tests the measurement itself: two pages play one sound, and the second page plays it later by a known time.
 * @returns the error of the measured time in milliseconds (95th percentile, because a graph can stutter)
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
  const heard = await Promise.all(pages.map(async (page) => readSound(await readRecording(page))))
  const errors = LOOKS_AFTER_MS.map((afterMs) => {
    const [one, other] = heard.map(({ positionMs }) => positionMs(song, atMs + afterMs, afterMs))
    return one == null || other == null ? Number.POSITIVE_INFINITY : Math.abs(one - other - SHIFT_MS)
  })
  for (const page of pages) await page.context().close()
  return percentile(errors, 0.95)
}

/** Plays samples so that people hear them from a moment on. This runs in a page. */
async function playAt(sound: { samples: number[]; rate: number; atMs: number }): Promise<void> {
  const context = new AudioContext()
  await context.resume()
  const buffer = context.createBuffer(1, sound.samples.length, sound.rate)
  buffer.copyToChannel(Float32Array.from(sound.samples), 0)
  const source = new AudioBufferSourceNode(context, { buffer })
  source.connect(context.destination)
  // The output time is read shortly before the start, because a new graph can stutter.
  let offsetMs = 0
  while (performance.timeOrigin + performance.now() < sound.atMs - 300) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
    offsetMs = contextTime * 1000 - performanceTime
  }
  source.start((sound.atMs - performance.timeOrigin + offsetMs) / 1000)
}
