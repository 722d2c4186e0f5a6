import { granted, link, signIn } from '../world/api-user.ts'
import { expect, test } from './support/fixtures.ts'
import { say, words } from './support/words.ts'

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
