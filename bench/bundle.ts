import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '@jointly/dev/setup/chromium'
import { buildWebIfStale } from '@jointly/dev/setup/web-build'
import { type Row, row } from './report.ts'
import type { ServerProcess } from '@jointly/dev/world/server-process'
import { withServer } from './temporary.ts'

const dist = join(import.meta.dirname, '../packages/web/dist')
const goalKiB = 130

/**
 * Measures the size of the gzipped JavaScript of the built app. One figure counts the scripts that a browser loads
 * for the first screen, and another one counts all scripts.
 */
export async function bundle(): Promise<Row[]> {
  // Without this, the sizes would be those of the last build, because the server builds the app only when it starts.
  buildWebIfStale()
  const sizes = await gzippedKiB()
  const [phone, desktop] = await withServer(fetchedScripts)
  const service = [...sizes.keys()].filter((name) => /^(sw|workbox-)/.test(name))
  const sizeOf = (name: string) => {
    const size = sizes.get(name)
    if (size === undefined) throw new Error(`the build has no ${name}`)
    return size
  }
  const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + sizeOf(name), 0)
  return [
    row('JavaScript for the first screen on a phone, gzipped', sum(phone), 'KiB', { atMost: goalKiB }),
    row('JavaScript for the first screen on a desktop, gzipped', sum(desktop), 'KiB'),
    row('JavaScript in all, gzipped', sum(sizes.keys()) - sum(service), 'KiB'),
    row('service worker, gzipped', sum(service), 'KiB'),
  ]
}

/** Returns the scripts of the build by name, with their gzipped size in KiB. */
async function gzippedKiB(): Promise<Map<string, number>> {
  const paths = await readdir(dist, { recursive: true })
  const scripts = paths.filter((path) => path.endsWith('.js') && !path.startsWith('earlier'))
  const sized = scripts.map(
    async (path) => [basename(path), gzipSync(await readFile(join(dist, path))).length / 1024] as const,
  )
  return new Map(await Promise.all(sized))
}

/** Returns the scripts that a browser without a cache loads for the start page, on a phone and on a desktop. */
async function fetchedScripts({
  origin,
}: ServerProcess): Promise<[phone: Set<string>, desktop: Set<string>]> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags })
  try {
    const fetchIn = async (viewport: { width: number; height: number }): Promise<Set<string>> => {
      const page = await browser.newPage({ serviceWorkers: 'block', viewport })
      const fetched = new Set<string>()
      page.on('request', (request) => {
        if (request.resourceType() === 'script') fetched.add(basename(new URL(request.url()).pathname))
      })
      await page.goto(origin)
      await page.getByLabel('Password').waitFor()
      await page.waitForLoadState('networkidle')
      return fetched
    }
    return [await fetchIn({ width: 390, height: 844 }), await fetchIn({ width: 1280, height: 900 })]
  } finally {
    await browser.close()
  }
}
