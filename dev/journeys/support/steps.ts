import { expect, type Page } from '@playwright/test'
import { say, words } from './words.ts'

export const password = 'Music-2026'

/** Fills in the registration and submits it. */
export async function register(page: Page, username: string, secret = password): Promise<void> {
  await page.goto('/#/form')
  await page.getByLabel(words.login.user).fill(username)
  await page.getByLabel(words.register.email).fill(`${username}@example.org`)
  await page.getByLabel(words.login.password, { exact: true }).fill(secret)
  await page.getByRole('button', { name: words.register.create }).click()
}

/** Fills in the login and submits it. */
export async function logIn(page: Page, username: string, secret: string): Promise<void> {
  await page.goto('/#/login')
  await page.getByLabel(words.login.user).fill(username)
  await page.getByLabel(words.login.password, { exact: true }).fill(secret)
  await page.getByRole('button', { name: words.login.login }).click()
}

/** Opens the app in a logged-in browser. The loader then opens onboarding or home. */
export const enter = (page: Page) => page.goto('/#/load')

/** Closes all messages, because a message could cover the next button. */
export async function closeMessages(page: Page): Promise<void> {
  const close = page
    .getByRole('status', { name: words.state.messages })
    .getByRole('button', { name: words.state.close })
  // All are pressed in one step, because a message that goes away by itself could not be pressed any more.
  await close.evaluateAll((buttons) =>
    buttons.forEach((button) => button instanceof HTMLElement && button.click()),
  )
  await expect(close).toHaveCount(0)
}

/**
 * Watches the page for texts that are shown only for a moment. Call this before the action that shows one of them.
 * @returns a function that waits until one was shown, and returns it
 */
export async function watchText(page: Page, texts: readonly string[]): Promise<() => Promise<string>> {
  const watch = await page.evaluateHandle((wanted) => {
    const shown = new Promise<string>((resolve) => {
      const observer = new MutationObserver(() => {
        const found = wanted.find((text) => document.body.textContent.includes(text))
        if (found === undefined) return
        observer.disconnect()
        resolve(found)
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    return { shown }
  }, texts)
  return () => watch.evaluate(({ shown }) => shown)
}

/** Opens the consent window, chooses a person of the built-in provider, and presses Allow or Deny. */
export async function consent(page: Page, linkedAs: string, decision: 'Allow' | 'Deny'): Promise<void> {
  const opened = page.waitForEvent('popup')
  // With the built-in provider, the button has the text `words.connect.pick`. The button is disabled until the app
  // knows the provider.
  const name = new RegExp(`^(Connect|${words.connect.pick})`)
  await page.getByRole('button', { name, disabled: false }).click()
  const popup = await opened
  await popup.getByRole('radio', { name: linkedAs }).press('Space')
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: decision }).click()
  await closed
}

/** Completes the three steps of onboarding with all playlists. */
export async function onboard(page: Page, linkedAs: string): Promise<void> {
  await expect(page.getByRole('heading', { name: words.onboarding.accounts })).toBeVisible()
  await consent(page, linkedAs, 'Allow')
  await expect(page.getByRole('heading', { name: words.onboarding.playlists })).toBeVisible()
  await page.getByRole('button', { name: words.onboarding.next }).click()
  await page.getByRole('button', { name: words.onboarding.finish }).click()
}

/** Creates a session and opens it. */
export async function createSession(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: words.home.create }).first().click()
  await page.getByLabel(words.edit.name).fill(title)
  await page.getByRole('button', { name: words.edit.save }).click()
  await expect(page.getByText(title).first()).toBeVisible()
}

/** Opens a tab of a session, unless the tab is open. */
export async function openTab(page: Page, tab: 'search' | 'library' | 'social' | 'options'): Promise<void> {
  const button = page.getByRole('tab', { name: words.session.tabs[tab] })
  if ((await button.getAttribute('aria-selected')) !== 'true') await button.click()
}

/**
 * Reads the link of the session.
 * @returns the address
 */
export async function shareLink(page: Page): Promise<string> {
  await openTab(page, 'social')
  return page.getByLabel(words.session.social.link).inputValue()
}

/**
 * Opens the link of a session as a person without an account. The app remembers the link during the registration.
 */
export async function followLink(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('button', { name: words.login.login })).toBeVisible()
}

/**
 * Searches in an open session and adds the first song.
 * @param word a word of the song's title, so that no song of an earlier search is added
 * @returns the title of the song
 */
export async function addSong(page: Page, word: string): Promise<string> {
  await openTab(page, 'search')
  await page.getByRole('searchbox', { name: words.session.search.label }).fill(word)
  const label = say(words.session.song.add, { title: `.*${word}.*` })
  const add = page.getByRole('button', { name: new RegExp(`^${label}$`, 'i') }).first()
  const name = await add.getAttribute('aria-label')
  const title = name?.slice(say(words.session.song.add, { title: '' }).length) ?? ''
  await add.click()
  await expect(page.getByRole('button', { name: say(words.session.song.added, { title }) })).toBeVisible()
  return title
}

/** Presses Tab until an element has the focus, or fails after many presses. */
export async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}
