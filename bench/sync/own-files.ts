import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumFlags, findChromium } from '@jointly/dev/setup/chromium'
import { chromium } from '@playwright/test'
import { percentile, type Row, row } from '../report.ts'
import { startServer } from '@jointly/dev/world/server-process'
import { listener } from '../voters.ts'
import { ownLines, writeNoise } from '../songs/own-lines.ts'
import { figuresOf } from './figures.ts'
import { listenTogether } from './room.ts'
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
 * Measures, for each format, how far two listeners of the operator's own files are apart, and what the files need on
 * a slow line and in a playing page. `ffmpeg` makes the files. `OWN_FORMATS=mp3,flac` chooses formats.
 */
export async function ownFiles(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'jointly-bench-'))
  const chosen = process.env.OWN_FORMATS?.split(',') ?? Object.keys(FORMATS)
  const plain = await writeSongs(join(folder, 'plain'))
  const music = join(folder, 'music')
  const songsOf = new Map<string, TestSong[]>()
  await writeSongs(music)
  for (const format of chosen) songsOf.set(format, encode(plain, folder, format))
  writeNoise(music)
  const server = await startServer(join(folder, 'data'), undefined, { MUSIC_DIR: music })
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumFlags] })
  try {
    const people = await Promise.all(
      ['ann', 'ben'].map((name) => listener(server.origin, `listener-${name}`, name)),
    )
    const rows: Row[] = []
    for (const [format, songs] of [['wav', plain] as const, ...songsOf]) {
      await waitUntilFound(people[0], songs)
      const party = { browser, origin: server.origin, people, songs }
      const figures = figuresOf(await listenTogether(party, { ms: 0, jitterMs: 0 }), songs, BOUND_MS)
      rows.push(
        row(`${format}: late against the session, p50`, percentile(figures.fromSessionMs, 0.5), 'ms'),
        row(`${format}: late against the session, p95`, percentile(figures.fromSessionMs, 0.95), 'ms', {
          atMost: BOUND_MS,
        }),
        row(`${format}: apart, p95`, percentile(figures.apartMs, 0.95), 'ms', { atMost: BOUND_MS }),
        row(`${format}: press to first sound, worst`, Math.max(...figures.startedMs), 'ms'),
        row(`${format}: gap (+) or overlap (-) at the change, worst`, figures.changeGapMs, 'ms'),
        row(`${format}: silence at the change, worst`, figures.changeSilenceMs, 'ms'),
        row(`${format}: badge shown, share of the time`, figures.badge.shownPercent, '%'),
        row(`${format}: badge true`, figures.badge.truePercent, '%'),
        row(`${format}: badge says within, p50`, figures.badge.medianMs, 'ms'),
      )
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
