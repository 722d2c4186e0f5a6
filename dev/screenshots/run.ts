// `npm run screenshots` takes pictures of every screen, on a phone, on a desktop and in other windows, in both themes,
// and stores them in docs/screenshots. `npm run screenshots -- login home` takes only these screens, and
// `npm run screenshots -- login phone-light` only this window.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { collectMissingTexts } from '../browsers/missing-texts.ts'
import { words } from '../journeys/support/words.ts'
import { chromiumFlags, findChromium } from '../setup/chromium.ts'
import { root } from '../setup/install.js'
import { buildWebIfStale } from '../setup/web-build.js'
import { keepListening } from '../world/listening.ts'
import { type SeededWorld, seed } from '../world/seed.ts'
import { startWorld } from '../world/world.ts'
import { type Screen, usualWindows, type WindowName, windowNames, windows } from './screen.ts'
import { screens } from './screens.ts'

const wanted = process.argv.slice(2)
const wantedScreens = screens.filter(({ name }) => wanted.includes(name))
const chosen = wantedScreens.length > 0 ? wantedScreens : screens
const wantedWindows = windowNames.filter((name) => wanted.includes(name))
const chosenWindows = wantedWindows.length > 0 ? wantedWindows : windowNames
const folder = join(root, 'docs/screenshots')

buildWebIfStale()
await mkdir(folder, { recursive: true })
const world = await startWorld()
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: [...chromiumFlags, '--autoplay-policy=no-user-gesture-required'],
})
try {
  const seeded = await seed(world.origin)
  const [session = ''] = seeded.sessions
  for (const name of ['bob', 'carla'] as const) keepListening(seeded.people[name], session)
  for (const name of chosenWindows)
    for (const screen of chosen)
      if ((screen.windows ?? usualWindows).includes(name)) await shoot(seeded, screen, name)
} finally {
  await browser.close()
  await world.close()
}

async function shoot(seeded: SeededWorld, screen: Screen, name: WindowName): Promise<void> {
  const { width, height, theme } = windows[name]
  const isPhone = width < 620
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: isPhone ? 2 : 1,
    colorScheme: theme,
    baseURL: world.origin,
    serviceWorkers: 'block',
  })
  const missingTexts = collectMissingTexts(context)
  const page = await context.newPage()
  if (screen.as) await logIn(page, seeded.people[screen.as].token)
  await page.goto(
    `/#${screen.path({ shell: isPhone ? 'app' : 'main', session: seeded.sessions[0] ?? '', managed: seeded.managed })}`,
  )
  // On a slow machine, the screen loads longer than the pauses of `ready`.
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  await screen.ready(page, seeded, words)
  await page.evaluate(endOfMovement)
  await page.screenshot({
    path: join(folder, `${screen.name}-${name}.jpg`),
    type: 'jpeg',
    quality: 80,
  })
  await context.close()
  if (missingTexts.length > 0) throw new Error(missingTexts.join(', '))
  console.log(`${screen.name}-${name}`)
}

/** Waits until the pictures are loaded and nothing fades or moves in. This runs in the page. */
async function endOfMovement(): Promise<void> {
  const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy')
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})))
  // A picture fades in after the frame in which it is loaded.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const ends = document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.all(ends.map(({ finished }) => finished.catch(() => {})))
}

/** Logs in with a stored token. The loader screen then fetches the data of the person. */
async function logIn(page: Page, token: string): Promise<void> {
  await page.goto('/#/login')
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  await page.reload()
  await page.goto('/#/load')
  await page.waitForURL(/#\/(main|app|onboarding)/)
}
