import { openDevice, type Viewport } from '@jointly/dev/journeys/support/devices'
import { type Effort, joinAsGuest, playSong, startAsHost } from '@jointly/dev/journeys/support/first-sound'
import { chromiumFlags, findChromium } from '@jointly/dev/setup/chromium'
import { signInLinked } from '@jointly/dev/world/api-user'
import { people } from '@jointly/dev/world/people'
import { type Browser, chromium, type Page } from '@playwright/test'
import { median, type Row, row } from './report.ts'
import { withServer } from './temporary.ts'

const RUNS = 5

/**
 * Counts the taps, fields and seconds until a guest with a link and a host of a new server hear music. Each run has a
 * new browser, in which nothing is cached. The floor is the time until that browser has loaded the first page.
 */
export async function firstSound(): Promise<Row[]> {
  const guests: Effort[] = []
  const hosts: Effort[] = []
  await withServer(async ({ origin }) => {
    const ssid = await playSong(await signInLinked(origin, people.alice))
    for (let run = 0; run < RUNS; run += 1)
      guests.push(await onNewBrowser(origin, 'phone', (page) => joinAsGuest(page, `/#/main/${ssid}`)))
  })
  // A host starts on a server without people, so each run has its own server.
  for (let run = 0; run < RUNS; run += 1)
    await withServer(async ({ origin }) => {
      hosts.push(await onNewBrowser(origin, 'desktop', startAsHost))
    })
  return [
    ...rowsOf('guest on a phone, from the link to sound', guests, { taps: 3, fields: 0, seconds: 5 }),
    ...rowsOf('host on a desktop, from the first page to sound', hosts, { taps: 7 }),
  ]
}

function rowsOf(
  who: string,
  efforts: readonly Effort[],
  goals: { taps: number; fields?: number; seconds?: number },
): Row[] {
  const medianOf = (value: (effort: Effort) => number) => median(efforts.map(value))
  return [
    row(
      `${who}: taps`,
      medianOf(({ taps }) => taps),
      '',
      { atMost: goals.taps },
    ),
    row(
      `${who}: fields`,
      medianOf(({ fields }) => fields),
      '',
      goals.fields === undefined ? {} : { exactly: goals.fields },
    ),
    row(
      `${who}: time of the machine`,
      medianOf(({ seconds }) => seconds),
      's',
      {
        ...(goals.seconds !== undefined && { atMost: goals.seconds }),
        floor: medianOf(({ loadSeconds }) => loadSeconds),
      },
    ),
  ]
}

async function onNewBrowser(
  baseURL: string,
  viewport: Viewport,
  measure: (page: Page) => Promise<Effort>,
): Promise<Effort> {
  const browser: Browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: [...chromiumFlags],
  })
  try {
    const { context } = await openDevice(browser, viewport, { baseURL, serviceWorkers: 'block' })
    return await measure(await context.newPage())
  } finally {
    await browser.close()
  }
}
