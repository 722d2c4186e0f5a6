import { setTimeout as pause } from 'node:timers/promises'
import { launchChromium } from '@jointly/dev/browsers/chromium'
import { type DrivenPage, evaluate, press } from '@jointly/dev/browsers/driven-page'
import { launchFirefox, launchWebKit } from '@jointly/dev/browsers/launch'
import { type ApiUser, granted } from '@jointly/dev/world/api-user'
import { openPath, type Path, type PathDelay } from '../sync/path.ts'
import { sessionOf, type TestSong } from '../sync/songs.ts'
import { LoudspeakerRecorder, type Loudspeakers } from './loudspeakers.ts'
import { type PlainPlayer, startPlainPlayer } from './plain-player.ts'
import { EXACT_RATE, RATE } from './pulse-client.ts'
import { prioritizeSound } from './sound-threads.ts'

export const engines = ['Chromium', 'Firefox', 'WebKitGTK'] as const
export type Engine = (typeof engines)[number]

export const launchers = {
  Chromium: launchChromium,
  Firefox: launchFirefox,
  WebKitGTK: launchWebKit,
} as const

/** The sample rate of the loudspeaker of each browser. */
export const rates: Readonly<Record<Engine, number>> = {
  Chromium: RATE,
  Firefox: RATE,
  WebKitGTK: EXACT_RATE,
}

/** The sound that one browser played, and what the player's badge showed meanwhile. */
export type Listening = {
  readonly engine: Engine
  /** When Play was pressed, in epoch milliseconds. */
  readonly pressedMs: number
  readonly recorder: LoudspeakerRecorder
  readonly badges: readonly Badge[]
  /** The name and version of the browser, as it reports them at the end. */
  readonly reported: string
}

/**
 * What the player's badge showed at one moment, such as by how many milliseconds the sound may differ from the
 * position of the session.
 */
export type Badge = { readonly atMs: number; readonly listening: string; readonly text: string }

export type Party = {
  readonly origin: string
  readonly people: readonly ApiUser[]
  readonly song: TestSong
  readonly loudspeakers: Loudspeakers
  readonly sinks: readonly string[]
  /** The WAV file of the song, and the loudspeaker on which a player that is no browser plays it at the same time. */
  readonly plain: { readonly file: string; readonly sink: string }
  /** Returns the program of a browser that is in a place of the pair (0 or 1). */
  executable(engine: Engine, place: number): string
}

const LOOK_AROUND_MS = 1_500
const PRESSES_APART_MS = 1_000
export const SIZE = { width: 390, height: 844 }

/**
 * Records two browsers that play one session, from the first press of Play until shortly before the song ends.
 * @returns `lostMs`: how much sound a player that is no browser lost in this time (`startPlainPlayer`)
 */
export async function listenInPair(
  party: Party,
  pair: readonly Engine[],
  delay: PathDelay,
  firstScripts: readonly (string | undefined)[] = [],
): Promise<{ listenings: readonly Listening[]; startTime: number; lostMs: number }> {
  const [host] = party.people
  if (!host) throw new Error('nobody is there')
  const ssid = await sessionOf(host, [party.song])
  const paths: Path[] = []
  let plain: PlainPlayer | null = null
  let endPriority = () => {}
  const pages: { engine: Engine; page: DrivenPage; recorder: LoudspeakerRecorder }[] = []
  try {
    for (const [index, engine] of pair.entries()) {
      const person = party.people[index]
      const sink = party.sinks[index]
      if (!person || sink === undefined) throw new Error('there is no loudspeaker left')
      const path = await openPath(party.origin, delay)
      paths.push(path)
      const { loudspeakers } = party
      await loudspeakers.unplug(sink)
      await loudspeakers.plug(sink, rates[engine])
      const page = await launchers[engine]({
        executablePath: party.executable(engine, index),
        size: SIZE,
        environment: loudspeakers.environmentOf(sink),
        ...(firstScripts[index] !== undefined && { firstScript: firstScripts[index] }),
      })
      const recorder = await LoudspeakerRecorder.start(loudspeakers.client, sink, rates[engine])
      pages.push({ engine, page, recorder })
      // A picture of the origin is opened to write its storage. In Firefox, a JSON page has no access to this storage.
      await page.goto(`${path.origin}/icon-192.png`)
      await evaluate(page, (token) => localStorage.setItem('token', token), person.token)
      await page.goto(`${path.origin}/#/app/${ssid}`)
    }
    await pause(LOOK_AROUND_MS)
    plain = await startPlainPlayer(party.loudspeakers, party.plain.sink, party.song, party.plain.file)
    endPriority = prioritizeSound(party.sinks.flatMap(party.loudspeakers.processesOn))
    const presses: number[] = []
    for (const { page } of pages) {
      await press(page, 'Play')
      presses.push(Date.now())
      await evaluate(page, recordBadges)
      await pause(PRESSES_APART_MS)
    }
    const { startTime } = granted(await host.call('session', { params: { ssid } })).nowPlaying
    if (startTime === null) throw new Error('nothing plays')
    await pause(Math.max(0, startTime + party.song.durationMs - 500 - Date.now()))
    const listenings: Listening[] = []
    for (const [index, { engine, page, recorder }] of pages.entries()) {
      await recorder.stop()
      const pressedMs = presses[index] ?? startTime
      listenings.push({ engine, pressedMs, recorder, ...(await evaluate(page, readBadges)) })
    }
    return { listenings, startTime, lostMs: await plain.lostMs() }
  } finally {
    endPriority()
    await plain?.end()
    for (const { page, recorder } of pages) {
      await recorder.stop()
      await page.close()
    }
    for (const path of paths) await path.close()
    await host.call('deleteSession', { params: { ssid } })
  }
}

declare global {
  interface Window {
    heardBadges: Badge[]
  }
}

/** Reads the player's badge ten times per second, and stores what it shows. This runs in the page. */
export function recordBadges(): null {
  window.heardBadges = []
  setInterval(() => {
    const badge = document.querySelector('[data-listening]')
    if (badge instanceof HTMLElement)
      window.heardBadges.push({
        atMs: performance.timeOrigin + performance.now(),
        listening: badge.dataset.listening ?? '',
        text: badge.textContent ?? '',
      })
  }, 100)
  return null
}

/** Returns the stored readings of the player's badge, and the name of the browser. This runs in the page. */
export function readBadges(): { badges: Badge[]; reported: string } {
  return { badges: window.heardBadges, reported: navigator.userAgent }
}
