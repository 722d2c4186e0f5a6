import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiUser } from '@jointly/dev/world/api-user'
import type { Browser } from '@playwright/test'
import { type Row, row } from '../report.ts'
import { type ListeningPage, openListeningPage } from './listening-page.ts'

const SETTLE_MS = 5_000
const MEASURE_MS = 20_000

type Use = { readonly corePercent: number; readonly mib: number }

/**
 * Measures what a playing page needs more than the same page without sound: memory and processor time of all processes of
 * the browser.
 */
export async function playingTab(browser: Browser, origin: string, host: ApiUser): Promise<Row[]> {
  const listening = await openListeningPage(browser, origin, host, 0)
  const silent = await measure(browser, listening)
  await listening.play()
  const visible = await measure(browser, listening)
  await hide(listening)
  const hidden = await measure(browser, listening)
  await listening.close()
  return [
    row('memory of a playing page above a silent one', visible.mib - silent.mib, 'MiB', { atMost: 25 }),
    row('hidden: memory of a playing page above a silent one', hidden.mib - silent.mib, 'MiB', {
      atMost: 25,
    }),
    row('processor of a silent page', silent.corePercent, '% of a core'),
    row('processor of a playing page', visible.corePercent, '% of a core', { floor: silent.corePercent }),
    row('hidden: processor of a playing page', hidden.corePercent, '% of a core', { atMost: 3 }),
  ]
}

async function measure(browser: Browser, { cdp }: ListeningPage): Promise<Use> {
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

/** Returns the memory of a process, with its share of what it shares with others. */
function ownKiB(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
}
