import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { startUnwatchedChromium, type UnwatchedChromium } from '@jointly/dev/browsers/unwatched-chromium'
import type { ApiUser } from '@jointly/dev/world/api-user'
import { findChromium } from '@jointly/dev/setup/chromium'
import { type Row, row } from '../report.ts'
import { PLAY, sessionWith, waitForPlay } from './listening-page.ts'

const SETTLE_MS = 5_000
const MEASURE_MS = 20_000
/** The time after the press in which the largest memory is searched. */
const START_MS = 20_000
const LOOK_EVERY_MS = 1_000
/** 25 MB. */
const MEMORY = { atMost: 23.8 }
const CORE = '% of a core'
/**
 * A visible page draws while its song plays, so it misses this goal. Decision 058 says what the browser needs for that, and
 * for sound alone.
 */
const PROCESSOR = { atMost: 3 }

type Use = { readonly corePercent: number; readonly mib: number; readonly codeMiB: number }

/**
 * Measures how much more memory and processor time a playing page needs than the same page without sound, in all
 * processes of a browser that nothing else uses.
 * @param song as in `openListeningPage`
 */
export async function playingTab(
  origin: string,
  host: ApiUser,
  song: number | string,
  measureMs = MEASURE_MS,
): Promise<Row[]> {
  const ssid = await sessionWith(host, song)
  const browser = await startUnwatchedChromium(findChromium() ?? '', origin)
  try {
    await browser.drive(async (page) => {
      await page.evaluate((token) => localStorage.setItem('token', token), host.token)
      await page.goto(`${origin}/#/app/${ssid}`)
      await waitForPlay(page)
      await page.evaluate(watchLongTasks)
    })
    await browser.serviceWorkerEnds()
    const silent = await measure(browser, measureMs)
    await browser.evaluate(press, PLAY.name)
    const largestMib = await largestMemory(browser, START_MS)
    const visible = await measure(browser, measureMs)
    const longTasks = Number(await browser.evaluate(countLongTasks, SETTLE_MS))
    await browser.hide()
    const hidden = await measure(browser, measureMs)
    const above = ({ corePercent }: Use) => corePercent - silent.corePercent
    return [
      row(
        `memory of a playing page above a silent one, largest in the first ${START_MS / 1000} s`,
        largestMib - silent.mib,
        'MiB',
        MEMORY,
      ),
      row('memory of a playing page above a silent one', visible.mib - silent.mib, 'MiB', MEMORY),
      row('hidden: memory of a playing page above a silent one', hidden.mib - silent.mib, 'MiB', MEMORY),
      row(`tasks above 50 ms in ${(START_MS + measureMs) / 1000} s`, longTasks, 'tasks'),
      row('program code in memory, above a silent page', visible.codeMiB - silent.codeMiB, 'MiB'),
      row('processor of a silent page', silent.corePercent, CORE),
      row(
        'processor of a playing page above a silent one (see decision 058)',
        above(visible),
        CORE,
        PROCESSOR,
      ),
      row('hidden: processor of a playing page above a silent one', above(hidden), CORE, PROCESSOR),
    ]
  } finally {
    await browser.close()
    await host.call('deleteSession', { params: { ssid } })
  }
}

/**
 * Returns how much more memory and processor time an empty page needs when it plays one prepared second in a loop, as
 * the floor of what a browser needs for sound.
 */
export async function playingFloor(origin: string): Promise<Row[]> {
  const browser = await startUnwatchedChromium(findChromium() ?? '', origin)
  try {
    const silent = await measure(browser, MEASURE_MS)
    await browser.evaluate(playLoop)
    await pause(SETTLE_MS)
    const { mib } = await memory(browser)
    await browser.hide()
    const playing = await measure(browser, MEASURE_MS)
    return [
      row('memory of an empty page that plays a loop', mib - silent.mib, 'MiB'),
      row(
        'hidden: processor of an empty page that plays a loop',
        playing.corePercent - silent.corePercent,
        CORE,
      ),
    ]
  } finally {
    await browser.close()
  }
}

/** Presses a button by its name. This runs in the page. */
function press(name: string): void {
  performance.mark('pressed')
  const buttons = [...document.querySelectorAll('button')]
  buttons.find((button) => (button.ariaLabel ?? button.textContent).trim() === name)?.click()
}

/** Marks every task that keeps the page busy for more than 50 ms. This runs in the page. */
function watchLongTasks(): void {
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) performance.mark('long', { startTime })
  }).observe({ type: 'longtask' })
}

/** Counts the long tasks that began at least `afterMs` after the press. This runs in the page. */
function countLongTasks(afterMs: number): number {
  const fromMs = (performance.getEntriesByName('pressed')[0]?.startTime ?? 0) + afterMs
  return performance.getEntriesByName('long').filter(({ startTime }) => startTime >= fromMs).length
}

/** Plays one second in a loop. This runs in the page. */
async function playLoop(): Promise<void> {
  const audio = new AudioContext()
  await audio.resume()
  const { sampleRate } = audio
  const buffer = new AudioBuffer({ length: sampleRate, numberOfChannels: 2, sampleRate })
  for (const channel of [0, 1])
    for (const index of buffer.getChannelData(channel).keys())
      buffer.getChannelData(channel)[index] = Math.sin(index / 20) / 10
  const source = new AudioBufferSourceNode(audio, { buffer, loop: true })
  source.connect(audio.destination)
  source.start()
}

async function measure(browser: UnwatchedChromium, measureMs: number): Promise<Use> {
  await pause(SETTLE_MS)
  await browser.collectGarbage()
  const processes = await browser.processes()
  const before = cpuSec(processes)
  const begin = performance.now()
  await pause(measureMs)
  const corePercent = (100_000 * (cpuSec(processes) - before)) / (performance.now() - begin)
  return { corePercent, ...(await memory(browser)) }
}

/** Measures the memory once per second, and returns the largest value in MiB. */
async function largestMemory(browser: UnwatchedChromium, measureMs: number): Promise<number> {
  let largestMib = 0
  for (let measuredMs = 0; measuredMs < measureMs; measuredMs += LOOK_EVERY_MS) {
    await pause(LOOK_EVERY_MS)
    largestMib = Math.max(largestMib, (await memory(browser)).mib)
  }
  return largestMib
}

/** Returns the memory of all processes of a browser, without the objects that its page no longer uses. */
async function memory(browser: UnwatchedChromium): Promise<Omit<Use, 'corePercent'>> {
  await browser.collectGarbage()
  const own = (await browser.processes()).map(memoryOf)
  const sum = (what: keyof (typeof own)[number]) => own.reduce((total, each) => total + each[what], 0)
  return { mib: sum('mib'), codeMiB: sum('codeMiB') }
}

/** Returns the processor time that processes have used, in seconds. */
function cpuSec(processes: readonly number[]): number {
  const ticksPerSec = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return processes.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSec
  }, 0)
}

/**
 * Returns the memory of a process. `mib` is its private memory and its share of the shared memory. `codeMiB` is its
 * share of the program code, which all browsers on the machine use together.
 */
function memoryOf(pid: number): { mib: number; codeMiB: number } {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const mibOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1024
  return { mib: mibOf('Pss_Anon') + mibOf('Pss_Shmem'), codeMiB: mibOf('Pss_File') }
}
