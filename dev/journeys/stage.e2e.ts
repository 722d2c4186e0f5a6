import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { granted, link, signIn } from '../world/api-user.ts'
import { startServer } from '../world/server-process.ts'
import { openDevice, storeToken } from './support/devices.ts'
import { expect, test } from './support/fixtures.ts'
import { say, words } from './support/words.ts'

/** The sizes of a 4K television, a screen in portrait and a small television. */
const SCREENS = [
  [3840, 2160],
  [1080, 1920],
  [1280, 720],
] as const

/**
 * Measures by how many pixels a part of the page is outside the screen, and whether the height of the title is at
 * least 6 % of the shorter side. This runs in the page.
 */
function measureStage(): { overPx: number; isReadable: boolean } {
  const over = [...document.querySelectorAll('h1, p, [role="img"]')].flatMap((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect()
    return [-left, -top, right - innerWidth, bottom - innerHeight]
  })
  const title = document.querySelector('h1')
  const sizePx = title ? Number.parseFloat(getComputedStyle(title).fontSize) : 0
  return {
    overPx: Math.max(0, ...over),
    isReadable: sizePx / Math.min(innerWidth, innerHeight) >= 0.06,
  }
}

test('X1 X7 X8 X9 X10 a host pairs a big screen, which follows the music, also after the server was killed and started again, until it is removed', async ({
  chromium,
  people,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'jointly-stage-'))
  const first = await startServer(dataDir)
  const { origin } = first
  const device = await openDevice(chromium, 'desktop', { baseURL: origin, serviceWorkers: 'block' })
  const { context } = device
  let running = first
  try {
    const alice = await signIn(origin, people.alice)
    await link(origin, alice, people.alice.linkedAs)
    const body = { title: 'Kitchen', managed: false, isPrivate: false }
    const { id: ssid } = granted(await alice.call('createSession', { body }))
    const params = { ssid }
    granted(await alice.call('session', { params }))
    const { data } = granted(await alice.call('songs', { query: { query: 'light', ssid } }))
    const [played, next, voted] = data
    const vote = async (song: (typeof data)[number] | undefined) =>
      granted(await alice.call('voteUp', { params, body: { songID: song?.id ?? '', vote: 'up' } }))
    await vote(played)
    await vote(next)
    granted(await alice.call('play', { params }))

    const screen = await context.newPage()
    await storeToken(device, alice.token)
    await screen.goto('/#/stage')
    const code = (await screen.getByLabel(words.stage.code).textContent()) ?? ''
    const host = await context.newPage()
    await host.goto(`/#/main/${ssid}`)
    await host.getByRole('button', { name: words.session.share.open }).click()
    await host.getByLabel(words.session.stages.code).fill(code)
    await host.getByRole('button', { name: words.session.stages.connect }).click()
    await expect(screen.getByRole('heading', { name: played?.title ?? '', level: 1 })).toBeVisible()
    await expect(screen.getByLabel(words.stage.qr)).toBeVisible()
    await expectFits(screen)
    granted(await alice.call('skip', { params, body: { wish: true } }))
    const title = screen.getByRole('heading', { name: next?.title ?? '', level: 1 })
    await expect(title).toBeVisible()

    await first.end('SIGKILL')
    await expect(screen.getByText(words.stage.lost)).toBeVisible()
    await expect(title).toBeVisible()
    running = await startServer(dataDir, Number(new URL(origin).port))
    await expect(screen.getByText(words.stage.lost)).toBeHidden()
    await vote(voted)
    await expect(screen.getByRole('listitem').filter({ hasText: voted?.title ?? '' })).toBeVisible()

    // The host names the screen, and removes it.
    const { stages } = words.session
    const number = say(stages.name, { number: '1' })
    await host.getByRole('button', { name: say(stages.rename, { name: number }) }).click()
    await host.getByLabel(stages.newName).fill('Terrace')
    await host.keyboard.press('Enter')
    await host.getByRole('button', { name: say(stages.remove, { name: 'Terrace' }) }).click()
    await expect(screen.getByRole('heading', { name: words.stage.ended })).toBeVisible()
    expect([...device.errors, ...device.missingTexts]).toEqual([])
  } finally {
    await context.close()
    await running.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
})

/** Expects that everything fits on screens of three sizes, and that the title is large enough. */
async function expectFits(screen: Page): Promise<void> {
  for (const [width, height] of SCREENS) {
    await screen.setViewportSize({ width, height })
    await expect
      .poll(() => screen.evaluate(measureStage), `${width}×${height}`)
      .toEqual({ overPx: 0, isReadable: true })
  }
}
