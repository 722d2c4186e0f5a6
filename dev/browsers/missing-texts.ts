import { NO_TEXT } from '@jointly/web/no-text'
import type { BrowserContext } from '@playwright/test'

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
