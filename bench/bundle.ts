import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '@jointly/dev/setup/chromium'
import { type Row, row } from './report.ts'
import { startServer } from './server-process.ts'

const dist = join(import.meta.dirname, '../packages/web/dist')
const goalKiB = 130

/**
 * Measures the gzipped JavaScript of the built app: what a browser loads for the first screen, and the whole
 * app.
 */
export async function bundle(): Promise<Row[]> {
  const sizes = await gzippedKiB()
  const fetched = await fetchedScripts()
  const service = [...sizes.keys()].filter((name) => /^(sw|workbox-)/.test(name))
  const sum = (names: Iterable<string>) =>
    [...names].reduce((total, name) => total + (sizes.get(name) ?? 0), 0)
  return [
    row('JavaScript for the first screen, gzipped', sum(fetched), 'KiB', { atMost: goalKiB }),
    row('JavaScript in all, gzipped', sum(sizes.keys()) - sum(service), 'KiB'),
    row('service worker, gzipped', sum(service), 'KiB'),
  ]
}

/** Returns the scripts of the build by name, with their gzipped size in KiB. */
async function gzippedKiB(): Promise<Map<string, number>> {
  const paths = await readdir(dist, { recursive: true })
  const scripts = paths.filter((path) => path.endsWith('.js'))
  const sized = scripts.map(
    async (path) => [basename(path), gzipSync(await readFile(join(dist, path))).length / 1024] as const,
  )
  return new Map(await Promise.all(sized))
}

/** Returns the scripts that a browser without a cache loads before the login form can be used. */
async function fetchedScripts(): Promise<Set<string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jointly-bench-'))
  const server = await startServer(dataDir)
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags })
  try {
    const page = await browser.newPage({ serviceWorkers: 'block' })
    const fetched = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'script') fetched.add(basename(new URL(request.url()).pathname))
    })
    await page.goto(server.origin)
    await page.getByLabel('Password').waitFor()
    return fetched
  } finally {
    await browser.close()
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}
