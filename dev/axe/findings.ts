import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { contrastsIn } from './contrast.ts'

/** Switches off animations, so that a change of the theme is visible at once. This runs in the page. */
const endTransitions = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(sheet)
})()`

/** The axe library, with a script that switches off animations. Each page runs it before the check. */
export const axeSource = `${axe.source};${endTransitions}`

type Violations = { readonly violations: readonly string[]; readonly unsure: readonly string[] }

/**
 * Checks the page with axe, or only the contrast of its texts. If axe cannot calculate the background of a text, for
 * example a picture, the pixels behind the text are measured. Letters and numbers that are only decoration are not
 * checked, because screen readers do not read them.
 * @returns one sentence per problem
 */
export async function findingsIn(page: Page, rules: 'all' | 'contrast'): Promise<string[]> {
  const { violations, unsure } = await page.evaluate<Violations>(`(async () => {
    const { violations, incomplete } = await axe.run('html', {
      resultTypes: ['violations', 'incomplete'],
      ${rules === 'contrast' ? "runOnly: ['color-contrast']," : ''}
    })
    const unsure = incomplete.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes)
    return {
      violations: violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
        id + ' at ' + target.join(' ') + ': ' + failureSummary.replaceAll(/\\s+/g, ' '))),
      unsure: unsure.map(({ target }) => target[0])
        // A row of a list may have gone meanwhile.
        .filter((target) => document.querySelector(target)?.closest('[aria-hidden="true"]') === null),
    }
  })()`)
  return [...violations, ...(await contrastsIn(page, unsure))]
}
