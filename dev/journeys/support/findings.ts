import { expect, type Page } from '@playwright/test'
import { axeSource } from '../../axe/findings.ts'
import { checkLayout } from './layout.ts'
import { type Language, type Words, wordsIn } from './words.ts'

/**
 * The languages, each with one theme. One theme for each language is enough, because colours do not depend on the
 * language.
 */
const languages = [
  ['en', 'dark'],
  ['de', 'light'],
  ['es', 'dark'],
] as const
const windows = [
  ['app', { width: 390, height: 844 }],
  ['main', { width: 1280, height: 900 }],
] as const
export type Shell = (typeof windows)[number][0]

export type Screen = {
  name: string
  path: (shell: Shell) => string
  /** A selector of something that is visible when the screen has loaded. */
  has: string
  /** Prepares the page before the screen is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Undoes `before` and `open` after the check. */
  after?: (page: Page) => Promise<unknown>
  /** Opens something on the screen before the check. `texts` are the texts of the app in the language of the page. */
  open?: (page: Page, texts: Words) => Promise<unknown>
  /** The part of the page that axe checks. By default, it checks the whole page. */
  part?: string
  /** Whether the layout is checked in every language and window. By default, it is checked once. */
  isLaidOutInAll?: boolean
}

/** Checks a part of the page with axe in a theme. @returns the problems */
export const check = (page: Page, theme: string, part: string): Promise<string[]> =>
  page.evaluate(`(async () => {
    document.documentElement.dataset.theme = '${theme}'
    const { violations } = await axe.run('${part}', { resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
      id + ' at ' + target.join(' ') + ': ' + failureSummary.replaceAll(/\\s+/g, ' ')))
  })()`)

/** Adds axe to every document of a page, and switches off its animations. */
export const prepareCheck = (page: Page) => page.addInitScript({ content: axeSource })

/**
 * Selects the main heading that `markHeadings` has not marked, because it belongs to the next page. Lower headings may
 * appear on the old page at any moment.
 */
export const NEW_HEADING = 'h1:not([data-before])'

/**
 * Marks the headings of a page. As soon as a heading without a mark is visible, the next page has been drawn. This
 * runs in the page.
 */
function markHeadings(): void {
  for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-before', '')
}

/**
 * Opens each screen once and checks it. The languages and windows take turns, so that each of them has a sixth of the
 * screens. `npm run bench -- axe` checks every screen in every combination.
 * @param page a page of `prepareCheck`
 * @returns what axe found, by screen
 */
export async function findingsIn(page: Page, screens: readonly Screen[]): Promise<string[]> {
  const found: string[] = []
  const combinations = languages.flatMap(([language, theme]) =>
    windows.map(([shell, size]) => ({ language, theme, shell, size })),
  )
  let shown = ''
  for (const [turn, { language, theme, shell, size }] of combinations.entries()) {
    const isTurn = (index: number) => index % combinations.length === turn
    const due = screens.filter(({ isLaidOutInAll }, index) => isLaidOutInAll || isTurn(index))
    if (due.length === 0) continue
    if (language !== shown) await openIn(page, language)
    shown = language
    const texts = await wordsIn(language)
    await page.setViewportSize(size)
    for (const screen of due) {
      const { name, path, has, before, open, after, part = 'html' } = screen
      await page.evaluate(markHeadings)
      await before?.(page)
      await page.goto(`/#/${path(shell)}`)
      await page.locator(has).first().waitFor()
      await open?.(page, texts)
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      const findings = isTurn(screens.indexOf(screen)) ? await check(page, theme, part) : []
      findings.push(...(await checkLayout(page, shell === 'app')))
      await after?.(page)
      found.push(...findings.map((each) => `${name}, ${shell}, ${language}, ${theme}: ${each}`))
    }
  }
  return found
}

/** Opens the login in a language. */
async function openIn(page: Page, language: Language): Promise<void> {
  await page.goto('/#/login')
  await page.evaluate((value) => localStorage.setItem('language', value), language)
  await page.reload()
}
