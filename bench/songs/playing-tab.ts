import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiUser } from '@jointly/dev/world/api-user'
import type { Browser, CDPSession } from '@playwright/test'
import { type Row, row } from '../report.ts'
import { type ListeningPage, openListeningPage } from './listening-page.ts'

const SETTLE_MS = 5_000
const MEASURE_MS = 20_000
const CORE = '% of a core'

type Use = { readonly corePercent: number; readonly mib: number }

/**
 * Measures how much more memory and processor time a playing page needs than the same page without sound, in all
 * processes of the browser. The floor is an empty page that plays one prepared second in a loop.
 * @param song as in `openListeningPage`
 */
export async function playingTab(
  browser: Browser,
  origin: string,
  host: ApiUser,
  song: number | string,
): Promise<Row[]> {
  const floor = await floorOf(browser, origin)
  const listening = await openListeningPage(browser, origin, host, song)
  const silent = await measure(browser, listening.cdp)
  await listening.play()
  const visible = await measure(browser, listening.cdp)
  await hide(listening)
  const hidden = await measure(browser, listening.cdp)
  await listening.close()
  return [
    row('memory of a playing page above a silent one', visible.mib - silent.mib, 'MiB', { atMost: 25 }),
    row('hidden: memory of a playing page above a silent one', hidden.mib - silent.mib, 'MiB', {
      atMost: 25,
    }),
    row('processor of a silent page', silent.corePercent, CORE),
    row('processor of a playing page above a silent one', visible.corePercent - silent.corePercent, CORE, {
      floor,
    }),
    row(
      'hidden: processor of a playing page above a silent one',
      hidden.corePercent - silent.corePercent,
      CORE,
      {
        floor,
        atMost: 3,
      },
    ),
  ]
}

/**
 * Returns how much more processor time an empty page needs when it plays one prepared second in a loop, in percent of a
 * core.
 */
async function floorOf(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/icon-192.png`)
  const cdp = await context.newCDPSession(page)
  const silent = await measure(browser, cdp)
  await page.mouse.click(10, 10)
  await page.evaluate(async () => {
    const audio = new AudioContext()
    await audio.resume()
    const buffer = new AudioBuffer({
      length: audio.sampleRate,
      numberOfChannels: 2,
      sampleRate: audio.sampleRate,
    })
    for (const channel of [0, 1])
      for (const index of buffer.getChannelData(channel).keys())
        buffer.getChannelData(channel)[index] = Math.sin(index / 20) / 10
    const source = new AudioBufferSourceNode(audio, { buffer, loop: true })
    source.connect(audio.destination)
    source.start()
  })
  const playing = await measure(browser, cdp)
  await context.close()
  return playing.corePercent - silent.corePercent
}

async function measure(browser: Browser, cdp: CDPSession): Promise<Use> {
  await pause(SETTLE_MS)
  await cdp.send('HeapProfiler.collectGarbage')
  const processes = await processesOf(browser)
  const before = cpuSec(processes)
  const begin = performance.now()
  await pause(MEASURE_MS)
  const corePercent = (100_000 * (cpuSec(processes) - before)) / (performance.now() - begin)
  await cdp.send('HeapProfiler.collectGarbage')
  const mib = processes.reduce((sum, pid) => sum + ownKiB(pid), 0) / 1024
  return { corePercent, mib }
}

/** Makes the page believe that it is hidden, because a browser without a screen hides no page. */
async function hide({ page }: ListeningPage): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    Object.defineProperty(document, 'hidden', { value: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

async function processesOf(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.map(({ id }) => id)
}

/** Returns the processor time that processes have used. */
function cpuSec(processes: readonly number[]): number {
  const ticksPerSec = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return processes.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSec
  }, 0)
}

/** Returns the memory of a process: its own, and its share of the memory that it shares with other processes. */
function ownKiB(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
}
