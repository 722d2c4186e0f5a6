import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumFlags, findChromium } from '@jointly/dev/setup/chromium'
import { chromium } from '@playwright/test'
import { installPrograms } from '../programs.ts'
import type { Row } from '../report.ts'
import { startServer } from '@jointly/dev/world/server-process'
import { listener } from '../voters.ts'
import { coding } from './coding.ts'
import { playingFloor, playingTab } from './playing-tab.ts'
import { slowLines } from './slow-line.ts'

/**
 * Measures the bundled songs: how different they sound after encoding, what rendering and encoding cost, how soon they
 * are heard on slow lines, and what a playing page needs.
 */
export async function songs(): Promise<Row[]> {
  installPrograms({ chromium: findChromium })
  const executablePath = findChromium() ?? ''
  const rows = await coding()
  const folder = await mkdtemp(join(tmpdir(), 'jointly-bench-'))
  const server = await startServer(join(folder, 'data'))
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] })
  try {
    const host = await listener(server.origin, 'listener-ann', 'ann')
    rows.push(...(await slowLines(browser, server.origin, host)))
    await browser.close()
    rows.push(...(await playingFloor(server.origin)))
    rows.push(...(await playingTab(server.origin, host, 0)))
    return rows
  } finally {
    await browser.close()
    await server.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
}
