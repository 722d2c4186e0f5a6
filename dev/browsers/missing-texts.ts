import type { BrowserContext } from '@playwright/test'

/** The start of the line in the console if a screen uses a text that is not loaded (`i18n.ts` of the web app). */
const NO_TEXT = 'No text for'

/**
 * Collects the texts that are missing on the pages of a browser (W1).
 * @returns the lines of the console, to which later ones are added
 */
export function collectMissingTexts(context: BrowserContext): string[] {
  const lines: string[] = []
  context.on('console', (message) => {
    if (message.text().startsWith(NO_TEXT)) lines.push(message.text())
  })
  return lines
}
