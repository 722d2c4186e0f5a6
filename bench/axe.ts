import { availableParallelism } from 'node:os'
import { axeSource, findingsIn } from '@jointly/dev/axe/findings'
import { collectMissingTexts } from '@jointly/dev/browsers/missing-texts'
import { chromiumFlags, findLightChromium } from '@jointly/dev/setup/chromium'
import { buildWebIfStale } from '@jointly/dev/setup/web-build'
import { type Language, languages, wordsIn } from '@jointly/dev/journeys/support/words'
import { furtherScreens } from '@jointly/dev/screenshots/further-screens'
import type { Screen } from '@jointly/dev/screenshots/screen'
import { screens } from '@jointly/dev/screenshots/screens'
import { keepListening } from '@jointly/dev/world/listening'
import { type SeededWorld, seed } from '@jointly/dev/world/seed'
import { startWorld } from '@jointly/dev/world/world'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type Row, row } from './report.ts'

const windows = [
  ['app', { width: 390, height: 844 }],
  ['main', { width: 1280, height: 900 }],
] as const
const themes = ['dark', 'light'] as const

/**
 * A server with its people, and a browser. Each pair of language and window size gets a new server, because screens
 * change the data on the server, and songs leave the list when they play.
 */
type Place = { readonly origin: string; readonly world: SeededWorld; readonly browser: Browser }
type Visit = {
  readonly screen: Screen
  readonly language: Language
  readonly window: (typeof windows)[number]
}

/**
 * Checks every screen with axe: in both themes, in all languages, on a phone and on a desktop. It also checks the
 * contrast of texts on pictures, which axe cannot check. Prints each finding.
 * @param wanted the names of the screens and languages to check, and the layout: `app` (phone) or `main` (desktop).
 * If no name of a kind is given, all of this kind are checked
 * @returns the number of findings of each screen
 */
export async function axe(wanted: readonly string[]): Promise<Row[]> {
  buildWebIfStale()
  const chosen = <T>(values: readonly T[], nameOf: (value: T) => string): readonly T[] => {
    const some = values.filter((value) => wanted.includes(nameOf(value)))
    return some.length > 0 ? some : values
  }
  const visited = chosen([...screens, ...furtherScreens], ({ name }) => name)
  const batches = chosen(languages, (language) => language).flatMap((language) =>
    chosen(windows, ([shell]) => shell).map((window) => ({ language, window })),
  )
  const checked = batches.length * visited.length * themes.length
  const counts = new Map(visited.map(({ name }) => [name, 0]))
  const work = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const { language, window } = batch
      await withPlace(async (place) => {
        for (const screen of visited) {
          const findings = await findingsOf(place, { screen, language, window })
          for (const each of findings) console.log(`${screen.name}, ${language}, ${window[0]}, ${each}`)
          counts.set(screen.name, (counts.get(screen.name) ?? 0) + findings.length)
        }
      })
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return [
    row('checked combinations of screen, language, window and theme', checked, ''),
    ...[...counts].map(([name, count]) => row(name, count, '', { exactly: 0 })),
  ]
}

async function withPlace(work: (place: Place) => Promise<void>): Promise<void> {
  const { origin, close } = await startWorld()
  const browser = await chromium.launch({
    executablePath: findLightChromium() ?? '',
    args: [...chromiumFlags, '--autoplay-policy=no-user-gesture-required'],
  })
  try {
    const world = await seed(origin)
    const [session = ''] = world.sessions
    for (const name of ['bob', 'carla'] as const) keepListening(world.people[name], session)
    await work({ origin, world, browser })
  } finally {
    await browser.close()
    await close()
  }
}

async function findingsOf({ browser, origin, world }: Place, visit: Visit): Promise<string[]> {
  const { screen, language, window } = visit
  const [shell, viewport] = window
  const context = await browser.newContext({
    viewport,
    baseURL: origin,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  const missingTexts = collectMissingTexts(context)
  try {
    const page = await context.newPage()
    await page.addInitScript({ content: axeSource })
    await logIn(page, screen.as ? world.people[screen.as].token : null, language)
    await page.goto(`/#${screen.path({ shell, session: world.sessions[0] ?? '', managed: world.managed })}`)
    await screen.ready(page, world, await wordsIn(language))
    await page.locator('h1').first().waitFor()
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
    const found: string[] = []
    for (const theme of themes) {
      await page.evaluate((value) => {
        document.documentElement.dataset.theme = value
      }, theme)
      // All rules are checked once, in the dark theme. Only the contrast depends on the theme.
      const rules = theme === 'dark' ? 'all' : 'contrast'
      found.push(...(await findingsIn(page, rules)).map((each) => `${theme}: ${each}`))
    }
    return [...found, ...missingTexts]
  } catch (error) {
    return [`not checked: ${String(error)}`]
  } finally {
    await context.close()
  }
}

/** Stores the login and the language before the app starts, and lets the app fetch the person's data. */
async function logIn(page: Page, token: string | null, language: Language): Promise<void> {
  await page.addInitScript(
    ([aToken, aLanguage]) => {
      if (aToken !== null && localStorage.getItem('token') === null) localStorage.setItem('token', aToken)
      localStorage.setItem('language', aLanguage)
    },
    [token, language] as const,
  )
  if (token === null) return
  await page.goto('/#/load')
  await page.waitForURL(/#\/(main|app|onboarding)/)
}
