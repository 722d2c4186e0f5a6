import { setTimeout as pause } from 'node:timers/promises'
import { words } from '@jointly/dev/journeys/support/words'
import type { ApiUser } from '@jointly/dev/world/api-user'
import type { Browser } from '@playwright/test'
import { median, type Row, row } from '../report.ts'
import { type ListeningPage, openListeningPage } from './listening-page.ts'
import { loadedSeconds } from './loaded-seconds.ts'

const LINES = [
  { mbits: 0.75, goal: { atMost: 4_000 } },
  { mbits: 2, goal: {} },
  { mbits: 10, goal: {} },
] as const
const LATENCY_MS = 40
const RUNS = 3
const PLAY_MS = 20_000

/** Measures how soon a bundled song is heard on lines of different speed, and how many bytes it needs. */
export async function slowLines(browser: Browser, origin: string, host: ApiUser): Promise<Row[]> {
  const rows: Row[] = []
  let song = 0
  for (const { mbits, goal } of LINES) {
    const tookMs: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const listening = await openListeningPage(browser, origin, host, song)
      song += 1
      await slowDown(listening, mbits)
      tookMs.push(await listening.play())
      await listening.close()
    }
    rows.push(row(`${mbits} Mbit/s: press to first sound, median`, median(tookMs), 'ms', goal))
  }
  return [...rows, ...(await onTheWire(browser, origin, host, song))]
}

/** Limits the speed of everything that the page loads from now on. */
export async function slowDown({ cdp }: ListeningPage, mbits: number): Promise<void> {
  const throughput = (mbits * 1_000_000) / 8
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

/** Counts the bytes of a song on the slowest line, with the headers of HTTP, and the time without sound. */
async function onTheWire(browser: Browser, origin: string, host: ApiUser, song: number): Promise<Row[]> {
  const listening = await openListeningPage(browser, origin, host, song)
  const { cdp, page } = listening
  await slowDown(listening, LINES[0].mbits)
  const requested = new Map<string, string>()
  const loaded: { range: string; bytes: number }[] = []
  let waits = 0
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/spotify/audio/')) requested.set(requestId, rangeOf(request.headers))
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const range = requested.get(requestId)
    if (range !== undefined) loaded.push({ range, bytes: encodedDataLength })
  })
  await listening.play()
  for (let waitedMs = 0; waitedMs < PLAY_MS; waitedMs += 500) {
    await pause(500)
    if (await page.getByText(words.player.listening.buffering).isVisible()) waits += 1
  }
  await listening.close()
  const seconds = loadedSeconds(loaded.map(({ range }) => range))
  return [
    row(
      'bytes of a second, with headers',
      (8 * loaded.reduce((sum, { bytes }) => sum + bytes, 0)) / seconds / 1000,
      'kbit/s',
      { atMost: 160, floor: 1024 },
    ),
    row(`${LINES[0].mbits} Mbit/s: song not heard while it plays`, waits * 500, 'ms', { atMost: 0 }),
  ]
}

/** Returns the header `Range` of a request. Its name may be in upper or lower case. */
const rangeOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'range')?.[1] ?? ''
