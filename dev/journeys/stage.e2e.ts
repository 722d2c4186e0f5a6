import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { granted, link, signIn } from '../world/api-user.ts'
import { startServer } from '../world/server-process.ts'
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

test('X1 X7 X8 X10 a host pairs a big screen, which follows the music until it is removed', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await signIn(world.origin, people.alice)
  await link(world.origin, alice, people.alice.linkedAs)
  const body = { title: 'Kitchen', managed: false, isPrivate: false }
  const { id: ssid } = granted(await alice.call('createSession', { body }))
  const params = { ssid }
  granted(await alice.call('session', { params }))
  const { data } = granted(await alice.call('songs', { query: { query: 'light', ssid } }))
  const [first, second] = data
  for (const song of [first, second])
    granted(await alice.call('voteUp', { params, body: { songID: song?.id ?? '', vote: 'up' } }))
  granted(await alice.call('play', { params }))

  const screen = await browserOf('desktop')
  await screen.goto('/#/stage')
  const code = (await screen.getByLabel(words.stage.code).textContent()) ?? ''
  const host = await browserOf('phone', alice)
  await host.goto(`/#/app/${ssid}`)
  await host.getByRole('button', { name: words.session.share.open }).click()
  await host.getByLabel(words.session.stages.code).fill(code)
  await host.getByRole('button', { name: words.session.stages.connect }).click()
  await expect(screen.getByRole('heading', { name: first?.title ?? '', level: 1 })).toBeVisible()
  await expect(screen.getByLabel(words.stage.qr)).toBeVisible()

  for (const [width, height] of SCREENS) {
    await screen.setViewportSize({ width, height })
    await expect
      .poll(() => screen.evaluate(measureStage), `${width}×${height}`)
      .toEqual({ overPx: 0, isReadable: true })
  }

  granted(await alice.call('skip', { params, body: { wish: true } }))
  await expect(screen.getByRole('heading', { name: second?.title ?? '', level: 1 })).toBeVisible()

  // The host names the screen, and removes it.
  const { stages } = words.session
  const number = say(stages.name, { number: '1' })
  await host.getByRole('button', { name: say(stages.rename, { name: number }) }).click()
  await host.getByLabel(stages.newName).fill('Terrace')
  await host.keyboard.press('Enter')
  await host.getByRole('button', { name: say(stages.remove, { name: 'Terrace' }) }).click()
  await expect(screen.getByRole('heading', { name: words.stage.ended })).toBeVisible()
})

test('X9 a big screen shows the session again by itself after the server was killed and started again', async ({
  chromium,
  people,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'jointly-stage-'))
  const first = await startServer(dataDir)
  const { origin } = first
  const screen = await chromium.newPage({ viewport: { width: 1280, height: 720 } })
  let running = first
  try {
    const host = await signIn(origin, people.alice)
    await link(origin, host, people.alice.linkedAs)
    const body = { title: 'Kitchen', managed: false, isPrivate: false }
    const { id: ssid } = granted(await host.call('createSession', { body }))
    const params = { ssid }
    granted(await host.call('session', { params }))
    const { data } = granted(await host.call('songs', { query: { query: 'light', ssid } }))
    const [played, voted] = data
    granted(await host.call('voteUp', { params, body: { songID: played?.id ?? '', vote: 'up' } }))
    granted(await host.call('play', { params }))
    await screen.goto(`${origin}/#/stage`)
    const code = (await screen.getByLabel(words.stage.code).textContent()) ?? ''
    granted(await host.call('pairStage', { params, body: { code, sound: false } }))
    const title = screen.getByRole('heading', { name: played?.title ?? '', level: 1 })
    await expect(title).toBeVisible()

    await first.end('SIGKILL')
    await expect(screen.getByText(words.stage.lost)).toBeVisible()
    await expect(title).toBeVisible()
    running = await startServer(dataDir, Number(new URL(origin).port))
    await expect(screen.getByText(words.stage.lost)).toBeHidden()
    granted(await host.call('voteUp', { params, body: { songID: voted?.id ?? '', vote: 'up' } }))
    await expect(screen.getByRole('listitem').filter({ hasText: voted?.title ?? '' })).toBeVisible()
  } finally {
    await screen.close()
    await running.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
})
