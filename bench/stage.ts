import { type CDPSession, chromium, type Page, type WebSocketRoute } from '@playwright/test'
import { granted, signInLinked } from '@jointly/dev/world/api-user'
import { people } from '@jointly/dev/world/people'
import { chromiumFlags, findChromium } from '@jointly/dev/setup/chromium'
import { type Row, row } from './report.ts'
import type { ServerProcess } from '@jointly/dev/world/server-process'
import { withServer } from './temporary.ts'

/** The measured sizes of the screen. */
const sizes = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
]
const FRAMES_MEASURED_MS = 2_500
const MEASURED_TWICE_MS = 40_000

/** The number of three-minute songs in two hours. The benchmark skips each song instead of waiting for its end. */
const SONGS = 40
/** The number of songs before the memory is measured for the first time, so that every part was shown once. */
const WARM_UP_SONGS = 4
const SONGS_PER_RECONNECT = 2
const MIB = 1024 * 1024

/**
 * Measures a big screen in a Chromium without a graphics card: its frames in each size, and its memory after 40
 * songs with votes and 20 lost connections, which is what happens in two hours.
 */
export function stage(): Promise<Row[]> {
  return withServer(measure)
}

async function measure({ origin }: ServerProcess): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: [...chromiumFlags, '--autoplay-policy=no-user-gesture-required'],
  })
  try {
    const host = await openParty(origin)
    const rows: Row[] = []
    for (const size of sizes) {
      const page = await browser.newPage({ viewport: size })
      await host.pair(page, false)
      const name = `${size.width} × ${size.height}`
      rows.push(row(`${name}: frames at the start`, await framesPerSecond(page), 'per s'))
      // If the page draws fewer than 24 frames per second, it switches its lights off after at most two measurements.
      await page.waitForTimeout(MEASURED_TWICE_MS)
      rows.push(
        row(`${name}: frames later, without lights if it was slow`, await framesPerSecond(page), 'per s'),
      )
      await page.close()
    }
    return [...rows, ...(await twoHours(await browser.newPage(), host))]
  } finally {
    await browser.close()
  }
}

type Host = Awaited<ReturnType<typeof openParty>>

/** Opens a session that plays the playlists of its owner. */
async function openParty(origin: string) {
  const { call } = await signInLinked(origin, people.alice)
  const body = { title: 'Kitchen', managed: false, isPrivate: false }
  const { id: ssid } = granted(await call('createSession', { body }))
  const params = { ssid }
  granted(await call('session', { params }))
  const { data } = granted(await call('songs', { query: { query: 'the', ssid } }))
  const songs = data.map(({ id }) => id)
  const vote = async (place: number) =>
    granted(await call('voteUp', { params, body: { songID: songs[place % songs.length] ?? '', vote: 'up' } }))
  for (let place = 0; place < 6; place += 1) await vote(place)
  granted(await call('play', { params }))
  return {
    vote,
    /** Opens the big screen in a page and pairs it. */
    async pair(page: Page, sound: boolean): Promise<void> {
      await page.goto(`${origin}/#/stage`)
      const code = (await page.locator('strong').textContent()) ?? ''
      granted(await call('pairStage', { params, body: { code, sound } }))
      await page.locator('time').waitFor()
    },
    /** Skips the song. @returns the title of the next one */
    async skip(): Promise<string> {
      // The poll makes the host active. Without an active person, no song would play.
      granted(await call('session', { params }))
      granted(await call('skip', { params, body: { wish: true } }))
      return granted(await call('session', { params })).nowPlaying.song?.title ?? ''
    },
  }
}

function framesPerSecond(page: Page): Promise<number> {
  return page.evaluate(
    (lengthMs) =>
      new Promise<number>((resolve) => {
        const start = performance.now()
        let frames = 0
        const next = () => {
          frames += 1
          const passedMs = performance.now() - start
          if (passedMs < lengthMs) requestAnimationFrame(next)
          else resolve((frames * 1000) / passedMs)
        }
        requestAnimationFrame(next)
      }),
    FRAMES_MEASURED_MS,
  )
}

/** Measures the memory of a page after a garbage collection. */
async function usageOf(session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return {
    heapMiB: valueOf('JSHeapUsedSize') / MIB,
    nodes: valueOf('Nodes'),
    listeners: valueOf('JSEventListeners'),
  }
}

async function twoHours(page: Page, host: Host): Promise<Row[]> {
  let connections = 0
  let socket: WebSocketRoute | null = null
  await page.routeWebSocket(/\/api\/live$/, (route) => {
    connections += 1
    socket = route
    route.connectToServer()
  })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await host.pair(page, true)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.enable')
  const playOn = async (songs: number) => {
    for (let song = 1; song <= songs; song += 1) {
      for (let votes = 0; votes < 4; votes += 1) await host.vote(song * 4 + votes)
      if (song % SONGS_PER_RECONNECT === 0) await socket?.close({ code: 1012 })
      const title = await host.skip()
      await page.locator('h1', { hasText: title }).waitFor()
    }
  }
  await playOn(WARM_UP_SONGS)
  const before = await usageOf(session)
  const connectionsBefore = connections
  await playOn(SONGS)
  const after = await usageOf(session)
  return [
    row('songs shown', SONGS, ''),
    row('connections lost and opened again', connections - connectionsBefore, '', {
      exactly: SONGS / SONGS_PER_RECONNECT,
    }),
    row('heap after it', after.heapMiB, 'MiB'),
    row('growth of the heap', after.heapMiB - before.heapMiB, 'MiB', { atMost: 3 }),
    row('growth of the DOM', after.nodes - before.nodes, 'nodes', { atMost: 200 }),
    row('growth of listeners', after.listeners - before.listeners, '', { atMost: 20 }),
    row('errors in the page', errors.length, '', { exactly: 0 }),
  ]
}
