import { expect, type Locator, type Page } from '@playwright/test'

/** A window of 1280×1024 at 400 % zoom (WCAG 1.4.10). */
export const ZOOMED = { width: 320, height: 256 }

/** A turned phone. A notch takes the same width on both sides. */
const TURNED = { width: 844, height: 390 }
const NOTCH_PX = 47

/** A modal dialog. The drawer of a session, which has the tabs, is not modal. */
export const MODAL = '[role="alertdialog"], [role="dialog"]:not(:has([role="tablist"]))'

/** Checks that no part of a page is too wide, cut off or covered (D15). @returns one sentence per problem */
export async function checkLayout(page: Page, isPhone: boolean): Promise<string[]> {
  const found = await page.evaluate(findLayoutFaults, MODAL)
  const size = page.viewportSize()
  if (!isPhone || !size) return found
  await page.setViewportSize(ZOOMED)
  await page.evaluate(nextFrames)
  const zoomed = await page.evaluate(findLayoutFaults, MODAL)
  await page.setViewportSize(size)
  await page.evaluate(nextFrames)
  return [...found, ...zoomed.map((each) => `${each}, at 400 %`)]
}

/** Expects that a turned phone shows nothing behind its notch (D15). */
export const expectFreeFromNotch = (page: Page): Promise<void> =>
  expect.poll(() => checkNotch(page)).toEqual([])

async function checkNotch(page: Page): Promise<string[]> {
  const size = page.viewportSize()
  const devTools = await page.context().newCDPSession(page)
  const setInsets = (px: number) =>
    devTools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: px, right: px } })
  await setInsets(NOTCH_PX)
  await page.setViewportSize(TURNED)
  await page.evaluate(nextFrames)
  const found = await page.evaluate(findBehindNotch, NOTCH_PX)
  await setInsets(0)
  await devTools.detach()
  if (size) await page.setViewportSize(size)
  await page.evaluate(nextFrames)
  return found
}

/** Lists texts and buttons at the left and right edge of the window. This runs in the page. */
function findBehindNotch(notchPx: number): string[] {
  const parts = [...document.querySelectorAll('button, a, input, select, textarea, h1, h2, h3, p')]
  return parts.flatMap((part) => {
    const { left, right, width, top, bottom } = part.getBoundingClientRect()
    // Texts for screen readers only are 1 px wide.
    const isShown = width > 1 && bottom > 0 && top < innerHeight && part.closest('[inert]') === null
    const isFree = left >= notchPx && right <= innerWidth - notchPx
    return isShown && !isFree ? [`“${part.ariaLabel ?? part.textContent}” is behind the notch`] : []
  })
}

/** Gives the focus to an element, and expects that no bar covers its upper or lower edge (D14). */
export async function expectFocusUncovered(focused: Locator): Promise<void> {
  await focused.focus()
  const isUncovered = (element: Element): boolean => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const edges = [y + 2, y + height - 2]
    return edges.every((edge) => element.contains(document.elementFromPoint(x + width / 2, edge)))
  }
  expect(await focused.evaluate(isUncovered)).toBe(true)
}

/** Waits until the page is drawn in its new size. This runs in the page. */
function nextFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}

/** Lists parts of the page that are too wide, cut off or covered. This runs in the page. */
function findLayoutFaults(modal: string): string[] {
  const found: string[] = []
  const frames = 'html, main, [role="tabpanel"]:not([inert]), [role="dialog"]'
  for (const frame of document.querySelectorAll(frames)) {
    const overPx = frame.scrollWidth - frame.clientWidth
    if (overPx > 0) found.push(`${frame.localName} is ${overPx} px too wide`)
  }
  for (const question of document.querySelectorAll('[role="alertdialog"]')) {
    const { left, right } = question.getBoundingClientRect()
    for (const button of question.querySelectorAll('button')) {
      const box = button.getBoundingClientRect()
      if (box.left < left || box.right > right)
        found.push(`the button ${button.textContent} is outside its dialog`)
    }
  }
  const text = document.createRange()
  for (const tab of document.querySelectorAll('[role="tab"]'))
    for (const label of tab.querySelectorAll('span:not([class*="unread"])')) {
      // The width of the text is measured, because `scrollWidth` does not contain clipped text.
      text.selectNodeContents(label)
      const overPx = text.getBoundingClientRect().width - tab.getBoundingClientRect().width
      if (overPx > 0) found.push(`the tab ${label.textContent} is cut off by ${overPx.toFixed(1)} px`)
    }
  // The play button has no name that is the same in all languages. It is found by the button after it, which skips
  // the song and contains a meter.
  const play = document.querySelector('button:has(+ span > [role="meter"])')
  if (play !== null && play.closest('[inert]') === null && document.querySelector(modal) === null) {
    play.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = play.getBoundingClientRect()
    const shown = document.elementFromPoint(x + width / 2, y + height / 2)
    // A message of the app may cover it for some seconds. It has a button that closes it.
    const isMessage = shown !== null && shown.closest('[role="status"][aria-live]') !== null
    if (!isMessage && !play.contains(shown))
      found.push(`the play button is covered by ${shown?.className} “${shown?.textContent}”`)
  }
  return found
}

/** Expects that two fingers on the lowered drawer of a session enlarge the page (D15). */
export async function expectPinchZoom(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', apartPx: number) => {
    const touchPoints = [-1, 1].map((side, id) => ({ id, x: 195 + (side * apartPx) / 2, y: 740 }))
    return devTools.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  await touch('touchStart', 20)
  for (const apartPx of [60, 100, 140, 180]) await touch('touchMove', apartPx)
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBeGreaterThan(1)
  await devTools.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 })
  await devTools.detach()
}

/** Expects that on a turned phone the banner about the connection does not cover a field (D15). */
export async function expectFreeFromBanner(page: Page, field: Locator): Promise<void> {
  const banner = page.locator('[data-connection-banner]')
  await page.setViewportSize(TURNED)
  await page.context().setOffline(true)
  await expect(banner).toBeInViewport({ ratio: 1 })
  const shown = await banner.boundingBox()
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThan((await field.boundingBox())?.y ?? 0)
  await page.context().setOffline(false)
  await expect(banner).toHaveCount(0)
  await page.setViewportSize(ZOOMED)
}
