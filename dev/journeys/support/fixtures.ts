import { type Browser, expect, type Page, test as base } from '@playwright/test'
import { type ApiUser, signIn } from '../../world/api-user.ts'
import { type NamedPeople, peopleWithSuffix, people as everyone } from '../../world/people.ts'
import { startWorld, type World } from '../../world/world.ts'
import { type Device, emptyDevice, openDevice, storeToken, type Viewport } from './devices.ts'

export const sizes = ['phone', 'desktop'] as const satisfies Viewport[]
export type { Viewport } from './devices.ts'

/** Opens an empty browser for one person, as a phone or a desktop. If `person` is given, the person is logged in. */
export type BrowserOf = (viewport: Viewport, person?: ApiUser) => Promise<Page>

type Fixtures = {
  /** The server of the test. It is the server of the worker, unless the test starts a separate server. */
  world: World
  /** The named people. No other test of the worker uses the same names. */
  people: NamedPeople
  /** The first person of the worker's server, with level 735 (A5). */
  first: ApiUser
  /**
   * The Chromium that opens the windows of the people. It is the Chromium of the worker, unless the test starts a
   * separate one.
   */
  chromium: Browser
  browserOf: BrowserOf
  /** Whether the test needs browsers that have never loaded the app. */
  hasNewBrowsers: boolean
}

/**
 * The server and the browsers that the tests of a worker use one after the other. Sharing saves time, because
 * starting a server takes as long as a short test.
 */
type WorkerFixtures = {
  shared: { world: World; first: ApiUser }
  /** The devices that no running test uses. */
  devices: Device[]
}

let testCount = 0

/** A test with people whose names no other test has. The test fails if there is a script error or a missing text in any page. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructuring pattern here, even an empty one
    async ({}, use) => {
      const world = await startWorld()
      await use({ world, first: await signIn(world.origin, everyone.dora) })
      await world.close()
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructuring pattern here, even an empty one
  devices: [async ({}, use) => use([]), { scope: 'worker' }],
  hasNewBrowsers: [false, { option: true }],
  world: async ({ shared }, use) => use(shared.world),
  first: async ({ shared }, use) => use(shared.first),
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructuring pattern here, even an empty one
  people: async ({}, use) => use(peopleWithSuffix((testCount += 1))),
  chromium: async ({ browser }, use) => use(browser),
  browserOf: async ({ chromium, world, shared, devices, hasNewBrowsers, serviceWorkers }, use) => {
    const isShared = world === shared.world && !hasNewBrowsers
    const free = isShared ? devices : []
    const used: Device[] = []
    await use(async (viewport, person) => {
      const index = free.findIndex((device) => device.viewport === viewport)
      const [known] = index < 0 ? [] : free.splice(index, 1)
      const device =
        known ?? (await openDevice(chromium, viewport, { baseURL: world.origin, serviceWorkers }))
      used.push(device)
      if (person) await storeToken(device, person.token)
      return device.context.newPage()
    })
    const problems = used.flatMap((device) => [...device.errors, ...device.missingTexts])
    for (const device of used) {
      if (!isShared) await device.context.close()
      else {
        await emptyDevice(device)
        devices.push(device)
      }
    }
    expect(problems).toEqual([])
  },
})

export { expect } from '@playwright/test'
