import { expect, type Page } from '@playwright/test'
import { type ApiUser, granted } from '../../world/api-user.ts'
import { sounds } from './hearing.ts'
import { password } from './steps.ts'
import { words } from './words.ts'

/**
 * How many taps and form fields a person needs until they hear music. `seconds` is shorter than the real time,
 * because a script taps and types at once.
 */
export type Effort = {
  readonly taps: number
  readonly fields: number
  readonly seconds: number
  /** The time until the browser has loaded the first page, in seconds. */
  readonly loadSeconds: number
}

/** Opens an address, and counts taps, form fields and seconds from then on. */
async function countEffort(page: Page, address: string) {
  let taps = 0
  let fields = 0
  const beginMs = performance.now()
  const secondsSince = () => (performance.now() - beginMs) / 1000
  await page.goto(address)
  const loadSeconds = secondsSince()
  return {
    async tap(name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
      await page.getByRole(role, { name }).first().click()
      taps += 1
    },
    async fill(label: string, text: string): Promise<void> {
      await page.getByLabel(label, { exact: true }).fill(text)
      fields += 1
    },
    async untilHeard(): Promise<Effort> {
      await expect.poll(() => sounds(page), { timeout: 120_000, intervals: [50] }).toBe(true)
      return { taps, fields, seconds: secondsSince(), loadSeconds }
    },
  }
}

/**
 * Creates a session with the title Kitchen in which a song plays.
 * @returns its id
 */
export async function playSong({ call }: ApiUser): Promise<string> {
  const body = { title: 'Kitchen', managed: false, isPrivate: false }
  const { id: ssid } = granted(await call('createSession', { body }))
  granted(await call('session', { params: { ssid } }))
  const { data } = granted(await call('songs', { query: { query: 'light', ssid } }))
  granted(await call('voteUp', { params: { ssid }, body: { songID: data[0]?.id ?? '', vote: 'up' } }))
  granted(await call('play', { params: { ssid } }))
  return ssid
}

/**
 * Joins a session as a guest, and waits until its music sounds (G8).
 * @param address the address of the session of `playSong`
 * @param page a page of `openDevice`
 */
export async function joinAsGuest(page: Page, address: string): Promise<Effort> {
  const effort = await countEffort(page, address)
  await expect(page.getByRole('heading', { name: 'Kitchen' })).toBeVisible()
  await effort.tap(words.guest.listen)
  const { taps, ...rest } = await effort.untilHeard()
  // A person also taps the link, which a script does not, so one tap is added.
  return { taps: taps + 1, ...rest }
}

/**
 * Acts as a new host: opens the first page of a server, registers, links an account of the built-in provider, and
 * plays a song (L15, L16).
 * @param page a page of `openDevice`
 */
export async function startAsHost(page: Page): Promise<Effort> {
  const effort = await countEffort(page, '/')
  await effort.tap(words.website.start, 'link')
  await effort.fill(words.login.user, 'hanna')
  await effort.fill(words.register.email, 'hanna@example.org')
  await effort.fill(words.login.password, password)
  await effort.tap(words.register.create)
  await effort.tap('Continue as hanna')
  await effort.tap(words.onboarding.next)
  await effort.tap(words.onboarding.finish)
  await effort.fill(words.edit.name, 'Kitchen')
  await effort.tap(words.edit.save)
  await effort.tap(words.player.play)
  return effort.untilHeard()
}
