import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumFlags, findChromium, findOnPath } from '@jointly/dev/setup/chromium'
import { chromium } from '@playwright/test'
import { installPrograms } from '../programs.ts'
import { percentile, type Row, row } from '../report.ts'
import { startServer } from '@jointly/dev/world/server-process'
import { listener } from '../voters.ts'
import { ownLines, writeNoise } from '../songs/own-lines.ts'
import { badgeRows } from './badge.ts'
import { figuresOf, type SyncFigures } from './figures.ts'
import { type ListeningParty, listenTogether } from './room.ts'
import { type TestSong, writeSongs } from './songs.ts'
import { waitUntilFound } from './sync.ts'

/** The formats of people's files, with the encoder of ffmpeg. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '128k'],
  'vbr.mp3': ['-c:a', 'libmp3lame', '-q:a', '4'],
  flac: ['-c:a', 'flac'],
  ogg: ['-c:a', 'libvorbis', '-q:a', '4'],
  opus: ['-c:a', 'libopus', '-b:a', '128k'],
  m4a: ['-c:a', 'aac', '-b:a', '128k'],
}
const BOUND_MS = 10
/**
 * The goal for the change to the next song, because the place of a song is exact to a millisecond (B15). Silence is looked
 * for in steps of 5 ms, so shorter silence is not seen.
 */
const CHANGE_MS = 1
/** The songs are short, so that all formats are measured within five minutes. */
const PLANS = [
  { title: 'Falling Pebbles', seconds: 8, fileRate: 32_000, seed: 7 },
  { title: 'Rising Sparks', seconds: 10, fileRate: 44_100, seed: 11 },
]

/**
 * Measures, for each format, how far two listeners of the operator's own files are apart, and what the files need on
 * a slow line and in a playing page. `ffmpeg` makes the files; on Debian as root, it is installed if it is missing.
 * `OWN_FORMATS=mp3,flac` chooses formats.
 */
export async function ownFiles(): Promise<Row[]> {
  installPrograms({ ffmpeg: () => findOnPath(['ffmpeg']), chromium: findChromium })
  const folder = await mkdtemp(join(tmpdir(), 'jointly-bench-'))
  const chosen = process.env.OWN_FORMATS?.split(',') ?? Object.keys(FORMATS)
  const plain = await writeSongs(join(folder, 'plain'), PLANS)
  const music = join(folder, 'music')
  const songsOf = new Map<string, TestSong[]>()
  await mkdir(music)
  for (const format of chosen) songsOf.set(format, encode(plain, folder, format))
  writeNoise(music)
  const server = await startServer(join(folder, 'data'), undefined, { MUSIC_DIR: music })
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumFlags] })
  try {
    const people = await Promise.all(
      ['ann', 'ben'].map((name) => listener(server.origin, `listener-${name}`, name)),
    )
    const rows: Row[] = []
    for (const [format, songs] of songsOf) {
      await waitUntilFound(people[0], songs)
      rows.push(...(await formatRows(format, { browser, origin: server.origin, people, songs })))
    }
    const [host] = people
    if (host !== undefined) rows.push(...(await ownLines(browser, server.origin, host)))
    return rows
  } finally {
    await browser.close()
    await server.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
}

/** Measures two listeners of one format. After `attempts` failures, it returns a row that reports the failure. */
async function formatRows(format: string, party: ListeningParty, attempts = 2): Promise<Row[]> {
  try {
    const room = await listenTogether(party, { ms: 0, jitterMs: 0 })
    return rowsOf(format, figuresOf(room, party.songs, BOUND_MS))
  } catch (error) {
    console.error(`${format} was not measured:`, error)
    if (attempts > 1) return formatRows(format, party, attempts - 1)
    return [row(`${format}: failed attempts`, 2, '', { atMost: 0 })]
  }
}

function rowsOf(format: string, figures: SyncFigures): Row[] {
  return [
    row(`${format}: late against the session, p50`, percentile(figures.fromSessionMs, 0.5), 'ms'),
    row(`${format}: late against the session, p95`, percentile(figures.fromSessionMs, 0.95), 'ms', {
      atMost: BOUND_MS,
    }),
    row(`${format}: apart, p95`, percentile(figures.apartMs, 0.95), 'ms', { atMost: BOUND_MS }),
    row(`${format}: press to first sound, worst`, Math.max(...figures.startedMs), 'ms'),
    row(`${format}: gap or overlap at the change, worst`, Math.abs(figures.changeGapMs), 'ms', {
      atMost: CHANGE_MS,
    }),
    row(`${format}: silence at the change, worst`, figures.changeSilenceMs, 'ms', { atMost: CHANGE_MS }),
    ...badgeRows(`${format}: `, figures.badgeLooks, 90),
  ]
}

/** Encodes the songs into the music folder. The name of the format is a part of their titles. */
function encode(plain: readonly TestSong[], folder: string, format: string): TestSong[] {
  return plain.map((song) => {
    const title = `${song.title} ${format.replace('.', ' ')}`
    const file = join(folder, 'music', `${title}.${format.split('.').at(-1)}`)
    const args = [
      '-loglevel',
      'error',
      '-i',
      join(folder, 'plain', `${song.title}.wav`),
      ...(FORMATS[format] ?? []),
    ]
    const { status, error, stderr } = spawnSync('ffmpeg', [...args, file], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`ffmpeg could not encode ${format}: ${error?.message ?? stderr}`)
    return { ...song, title }
  })
}
