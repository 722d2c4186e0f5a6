import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { checkLayout } from './layout.ts'

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

/**
 * The combinations of language and shell for the less important screens. `app` is the phone layout and `main` the
 * desktop layout. Other combinations would take much time and find little.
 */
export const SAMPLES: readonly string[] = ['en app', 'de main']

export type Screen = {
  name: string
  path: (shell: Shell) => string
  /** A selector of something that is visible when the screen has loaded. */
  has: string
  /** Prepares the page before the screen is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Undoes `before` and `open` after the check. */
  after?: (page: Page) => Promise<unknown>
  /** Opens something on the screen before the check. */
  open?: (page: Page) => Promise<unknown>
  /** The part of the page that is checked. By default, the whole page is checked. */
  part?: string
  /**
   * The combinations of language and shell in which the screen is checked, such as `en app`. By default, all
   * combinations are checked.
   */
  only?: readonly string[]
}

/** Rules whose result depends on the length of the texts. */
const RULES_OF_TEXTS = ['target-size', 'scrollable-region-focusable']

/**
 * The rules that axe checks in each language; an empty list means all rules. German also needs the check of colours,
 * because only German uses the light theme. Spanish has the same theme as English.
 */
const RULES: Record<(typeof languages)[number][0], readonly string[]> = {
  en: [],
  de: ['color-contrast', ...RULES_OF_TEXTS],
  es: RULES_OF_TEXTS,
}

/**
 * Checks a part of the page with axe in a theme. @param rules the names of the rules; empty means all rules @returns
 * the problems
 */
export const check = (page: Page, theme: string, part: string, rules: readonly string[]): Promise<string[]> =>
  page.evaluate(`(async () => {
    document.documentElement.dataset.theme = '${theme}'
    const rules = ${JSON.stringify(rules)}
    const { violations } = await axe.run('${part}', { resultTypes: ['violations'], ...(rules.length && { runOnly: rules }) })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
      id + ' at ' + target.join(' ') + ': ' + failureSummary.replaceAll(/\\s+/g, ' ')))
  })()`)

/** Switches off animations, so that a change of the theme is visible at once. This runs in the page. */
function endTransitions(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** Selects the headings that `markHeadings` has not marked, because they belong to the next page. */
export const NEW_HEADING = ':is(h1, h2):not([data-before])'

/**
 * Marks the headings of a page. As soon as a heading without a mark is visible, the next page has been drawn. This
 * runs in the page.
 */
function markHeadings(): void {
  for (const heading of document.querySelectorAll('h1, h2')) heading.setAttribute('data-before', '')
}

/** Opens each screen in both window sizes and all languages. @returns what axe found, by screen */
export async function findingsIn(page: Page, screens: readonly Screen[]): Promise<string[]> {
  const found: string[] = []
  await page.addInitScript({ content: axe.source })
  await page.addInitScript(endTransitions)
  await page.goto('/#/login')
  for (const [language, theme] of languages) {
    if (screens.every(({ only }) => only?.every((sample) => !sample.startsWith(language)))) continue
    await page.evaluate((value) => localStorage.setItem('language', value), language)
    await page.reload()
    for (const [shell, size] of windows) {
      await page.setViewportSize(size)
      for (const { name, path, has, before, open, after, part = 'html', only } of screens) {
        if (only?.includes(`${language} ${shell}`) === false) continue
        if (only) await page.evaluate(markHeadings)
        await before?.(page)
        await page.goto(`/#/${path(shell)}`)
        await page.locator(has).first().waitFor()
        await open?.(page)
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        const findings = await check(page, theme, part, RULES[language])
        findings.push(...(await checkLayout(page, shell === 'app')))
        await after?.(page)
        found.push(...findings.map((each) => `${name}, ${shell}, ${language}, ${theme}: ${each}`))
      }
    }
  }
  return found
}
