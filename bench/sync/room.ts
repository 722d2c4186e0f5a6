import { setTimeout as pause } from 'node:timers/promises'
import { granted, type ApiUser } from '@jointly/dev/world/api-user'
import { type Browser, expect, type Page } from '@playwright/test'
import { openPath, type Path, type PathDelay } from './path.ts'
import { sessionOf, type TestSong } from './songs.ts'
import { readRecording, type Recording, recordPages } from './page-recorder.ts'
import { worst } from './worst.ts'

/** How long each page is open before its person presses play, in milliseconds. */
const LOOK_AROUND_MS = 2_500
const PRESSES_APART_MS = 800
/** How long the next song is recorded after the end of the first. */
const AFTER_CHANGE_MS = 2_500

export type Room = {
  readonly recordings: readonly Recording[]
  /** When the first song began, in server epoch milliseconds. */
  readonly startTime: number
  /** How far the clock of the worst page is ahead of the server's clock, which is the clock of this process. */
  readonly clockApartMs: number
}

export type ListeningParty = {
  readonly browser: Browser
  readonly origin: string
  /** The people, each of whom listens in a separate page. */
  readonly people: readonly ApiUser[]
  readonly songs: readonly TestSong[]
}

/** Records a session of the real app, from the first press of Play until after the first change of songs. */
export async function listenTogether(
  { browser, origin, people, songs }: ListeningParty,
  delay: PathDelay,
): Promise<Room> {
  const [host] = people
  if (!host) throw new Error('nobody is there')
  const ssid = await sessionOf(host, songs)
  const paths: Path[] = []
  const pages: Page[] = []
  try {
    for (const person of people) {
      const path = await openPath(origin, delay)
      paths.push(path)
      pages.push(await openSession(browser, path.origin, person, ssid))
    }
    await pause(LOOK_AROUND_MS)
    for (const page of pages) {
      await page.getByRole('button', { name: 'Play', exact: true }).click()
      await pause(PRESSES_APART_MS)
    }
    const { startTime } = granted(await host.call('session', { params: { ssid } })).nowPlaying
    if (startTime === null) throw new Error('nothing plays')
    const endMs = startTime + (songs[0]?.durationMs ?? 0) + AFTER_CHANGE_MS
    await pause(Math.max(0, endMs - Date.now()))
    const clockApartMs = worst(await Promise.all(pages.map(clockApart)))
    const recordings: Recording[] = []
    for (const page of pages) recordings.push(await readRecording(page))
    return { recordings, startTime, clockApartMs }
  } finally {
    for (const page of pages) await page.context().close()
    for (const path of paths) await path.close()
    await host.call('deleteSession', { params: { ssid } })
  }
}

async function openSession(browser: Browser, origin: string, person: ApiUser, ssid: string): Promise<Page> {
  const context = await browser.newContext({
    // The page's security policy is switched off, because it would refuse the code that records.
    bypassCSP: true,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'token', value: person.token }] }],
    },
  })
  await recordPages(context)
  const page = await context.newPage()
  await page.goto(`${origin}/#/app/${ssid}`)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible({ timeout: 20_000 })
  return page
}

/**
 * Measures how far the clock of a page is ahead of the clock of this process. It tries several times and uses the
 * fastest try, because that is the most exact one.
 */
async function clockApart(page: Page): Promise<number> {
  let quickestMs = Number.POSITIVE_INFINITY
  let apartMs = 0
  for (let turn = 0; turn < 15; turn += 1) {
    const before = Date.now()
    const asked = performance.now()
    const theirs = await page.evaluate(() => performance.timeOrigin + performance.now())
    const tookMs = performance.now() - asked
    if (tookMs < quickestMs) {
      quickestMs = tookMs
      // Half a millisecond is added, because `Date.now` rounds down.
      apartMs = theirs - (before + 0.5 + tookMs / 2)
    }
  }
  return apartMs
}
