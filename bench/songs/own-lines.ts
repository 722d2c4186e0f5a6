import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { words } from '@jointly/dev/journeys/support/words'
import { granted, type ApiUser } from '@jointly/dev/world/api-user'
import type { Browser } from '@playwright/test'
import { type Row, row } from '../report.ts'
import { openListeningPage } from './listening-page.ts'
import { playingTab } from './playing-tab.ts'
import { slowDown } from './slow-line.ts'

declare global {
  interface Window {
    /** When the page first showed a message about the line, by `performance.now` in milliseconds. */
    firstMessageMs: number | null
  }
}

const { buffering, connecting } = words.player.listening
const { slow, tooSlow } = words.player

const SLOW_MBITS = 0.75
const SONG_SEC = 150
/** The time limit for the first sound. A FLAC file needs more bandwidth than the line has, so it may never start. */
const SOUND_TIMEOUT_MS = 10_000
const LISTEN_MS = 12_000
/** How long each state of a playing page is measured. */
const TAB_MS = 8_000
const LOOK_EVERY_MS = 250
const NEVER_MS = 99_999
const NOISE = 'anoisesrc=c=pink:a=0.12:r=44100'

/**
 * The files for a slow line. Noise in a FLAC file needs about as many bytes as loud music. `message` is the goal for the
 * time until a message says that the line is slow: never for a song that plays, and after ten seconds of waiting (P8) for
 * one that does not. Two more seconds are for the connection of the player.
 */
const FILES = [
  {
    title: 'Slow Tide mp3',
    ending: 'mp3',
    args: ['-c:a', 'libmp3lame', '-b:a', '128k'],
    goal: { atMost: 4_000 },
    message: { exactly: NEVER_MS },
  },
  {
    title: 'Slow Tide flac',
    ending: 'flac',
    args: ['-sample_fmt', 's16', '-c:a', 'flac'],
    goal: {},
    message: { atMost: 12_000 },
  },
] as const

/** Writes two songs of stereo noise into the music folder: an mp3 of 128 kbit/s, and a FLAC file of about 900. */
export function writeNoise(music: string): readonly string[] {
  for (const { title, ending, args } of FILES) {
    const channels = [1, 2].flatMap((seed) => ['-f', 'lavfi', '-i', `${NOISE}:d=${SONG_SEC}:s=${seed}`])
    const sound = ['-filter_complex', 'amerge=inputs=2', ...args]
    const { status, stderr } = spawnSync(
      'ffmpeg',
      ['-loglevel', 'error', ...channels, ...sound, join(music, `${title}.${ending}`)],
      { encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`ffmpeg could not encode ${ending}: ${stderr}`)
  }
  return FILES.map(({ title }) => title)
}

/**
 * Measures own files on a line of 0.75 Mbit/s: the first sound, how long the song plays, and when a message explains
 * the pauses. Also measures memory, processor and long tasks of a playing page on a fast line.
 */
export async function ownLines(browser: Browser, origin: string, host: ApiUser): Promise<Row[]> {
  const rows: Row[] = []
  for (const { title, ending, goal, message } of FILES) {
    const songId = await idOf(host, title)
    const listening = await openListeningPage(browser, origin, host, songId)
    await slowDown(listening, SLOW_MBITS)
    const name = `${ending}, ${SLOW_MBITS} Mbit/s`
    await listening.page.evaluate(noticeMessage, [slow, tooSlow])
    rows.push(row(`${name}: press to first sound`, await listening.play(SOUND_TIMEOUT_MS), 'ms', goal))
    let [heard, looks] = [0, 0]
    for (let waitedMs = 0; waitedMs < LISTEN_MS; waitedMs += LOOK_EVERY_MS) {
      await pause(LOOK_EVERY_MS)
      const text = await listening.page.locator('body').innerText()
      looks += 1
      if (!text.includes(buffering) && !text.includes(connecting)) heard += 1
    }
    const explainedMs = await listening.page.evaluate(messageMs)
    await listening.close()
    rows.push(row(`${name}: heard, share of ${LISTEN_MS / 1000} s`, (100 * heard) / looks, '%'))
    rows.push(row(`${name}: press to message about the line`, explainedMs ?? NEVER_MS, 'ms', message))
    const tab = await playingTab(origin, host, songId, TAB_MS)
    rows.push(...tab.map((each) => ({ ...each, what: `${ending}: ${each.what}` })))
  }
  return rows
}

/** Stores when the page first shows one of the texts, in `firstMessageMs`. This runs in the page. */
function noticeMessage(texts: readonly string[]): void {
  window.firstMessageMs = null
  const timer = setInterval(() => {
    const shown = document.body.innerText
    if (!texts.some((text) => shown.includes(text))) return
    window.firstMessageMs = performance.now()
    clearInterval(timer)
  }, 100)
}

/** Returns the time from the press of Play to the message, in milliseconds. Null without one. This runs in the page. */
function messageMs(): number | null {
  const [pressed] = performance.getEntriesByName('pressed')
  return pressed && window.firstMessageMs !== null ? window.firstMessageMs - pressed.startTime : null
}

async function idOf(host: ApiUser, title: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const [song] = granted(await host.call('songs', { query: { query: title } })).data
    if (song !== undefined) return song.id
    await pause(100)
  }
  throw new Error(`the music folder has no ${title}`)
}
