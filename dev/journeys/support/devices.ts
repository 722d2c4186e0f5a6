import { routes } from '@jointly/contract'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { collectMissingTexts } from '../../browsers/missing-texts.ts'
import { listenIn } from './hearing.ts'

/** The two window sizes of the tests. */
const viewports = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const
export type Viewport = keyof typeof viewports

/** The browser of one person. */
export type Device = {
  readonly viewport: Viewport
  readonly context: BrowserContext
  /**
   * A tab that stays open. The tests use it to read and write the local storage of the app. It also keeps the process
   * of the app running.
   */
  readonly storage: Page
  /** The script errors of all tabs. */
  readonly errors: string[]
  /** The texts that were missing in all tabs (W1). */
  readonly missingTexts: string[]
}

export async function openDevice(
  browser: Browser,
  viewport: Viewport,
  options: Pick<BrowserContextOptions, 'baseURL' | 'serviceWorkers'>,
): Promise<Device> {
  const context = await browser.newContext({
    viewport: viewports[viewport],
    hasTouch: viewport === 'phone',
    // Animations are off. Without a graphics card, the processor draws them and has less time for the sound.
    reducedMotion: 'reduce',
    colorScheme: 'dark',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  const missingTexts = collectMissingTexts(context)
  await context.addInitScript(listenIn)
  await context.addInitScript(hideLights)
  const storage = await context.newPage()
  await storage.goto(routes.health.path)
  return { viewport, context, storage, errors, missingTexts }
}

/** Stores a token as the app does after a login. */
export async function storeToken({ storage }: Device, token: string): Promise<void> {
  await storage.evaluate((value) => localStorage.setItem('token', value), token)
}

/** Makes a device empty for the next person. The session storage of the app disappears when its tabs close. */
export async function emptyDevice({ context, storage, errors, missingTexts }: Device): Promise<void> {
  const tabs = context.pages().filter((page) => page !== storage)
  await Promise.all(tabs.map((page) => page.close()))
  await context.clearCookies()
  await storage.evaluate(() => localStorage.clear())
  errors.length = 0
  missingTexts.length = 0
}

/**
 * Hides the two large lights in the background, and the blur behind a dialog, because drawing them is slow without a
 * graphics card. This runs in the page before its own scripts.
 */
export function hideLights(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `[aria-hidden] > span:empty::before, [aria-hidden] > span:empty::after { display: none !important }
    * { backdrop-filter: none !important }`,
  )
  document.adoptedStyleSheets.push(sheet)
}
