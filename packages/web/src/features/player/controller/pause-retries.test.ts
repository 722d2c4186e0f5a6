import { expect, it } from 'vitest'
import type { CommandResult } from '../provider/web-api.ts'
import { NOTHING_PLANNED } from './playback-plan.ts'
import { account, listener, ONLY_ONE } from './testing.ts'

const OFFLINE: CommandResult = { ok: false, reason: 'offline' }

/** Plays a song on the device `kitchen`. @param pauseAnswers the provider's answers to the pause commands */
async function playInKitchen(pauseAnswers: CommandResult[]) {
  const renewed = () => [{ ...account, access_token: 'new' }]
  const tools = listener({ pauseAnswers, renewed })
  await tools.start(ONLY_ONE)
  await tools.controller.reloadDevices()
  tools.controller.chooseDevice('kitchen')
  await tools.settled()
  const pauses = () => tools.commands.filter((each) => each === 'api pause').length
  return { ...tools, pauses }
}

it('P4 P8 a pause of another device that fails is sent again, and then the player is stopped', async () => {
  const { controller, pauses, pass } = await playInKitchen([OFFLINE, OFFLINE])
  controller.stop()
  await pass(500)
  expect(pauses()).toBe(1)
  await pass(5_000)
  expect(pauses()).toBe(3)
  expect(controller.view()).toMatchObject({ state: 'stopped', listening: 'off' })
})

it('P8 a player that is disposed pauses nothing any more', async () => {
  const { controller, pauses, pass } = await playInKitchen([OFFLINE])
  controller.stop()
  controller.dispose()
  await pass(60_000)
  expect(pauses()).toBe(1)
})

it('H8 P8 a pause of the session that fails on another device is sent again', async () => {
  const { controller, pauses, pass } = await playInKitchen([OFFLINE])
  controller.follow(NOTHING_PLANNED)
  await pass(5_000)
  expect(pauses()).toBe(2)
  expect(controller.view()).toMatchObject({ state: 'sleep' })
})

it('P4 P8 play ends the pauses and starts the song at once, before and after the answer', async () => {
  for (const waitMs of [0, 500]) {
    const { controller, commands, pauses, pass } = await playInKitchen([OFFLINE, OFFLINE])
    controller.stop()
    if (waitMs > 0) await pass(waitMs)
    controller.toggle()
    await pass(0)
    expect(commands.at(-1)).toMatch(/^play kitc one/)
    await pass(10_000)
    expect(pauses()).toBe(1)
    expect(controller.view().state).toBe('playing')
  }
})

it('P4 P8 a stop before the play command is answered repeats its pause, too', async () => {
  const { controller, commands, pauses, pass } = await playInKitchen([{ ok: true }, OFFLINE])
  controller.chooseDevice('kitchen')
  controller.stop()
  await pass(5_000)
  expect(commands.filter((each) => each.startsWith('play kitc'))).toHaveLength(2)
  expect(pauses()).toBe(3)
  expect(controller.view().state).toBe('stopped')
})

it('L9 P8 a pause whose token is refused is sent again with a new token', async () => {
  const { controller, pauses, pass } = await playInKitchen([{ ok: false, reason: 'token', token: 'token' }])
  controller.stop()
  await pass(5_000)
  expect(pauses()).toBe(2)
})

it.each(['no-device', 'already', 'premium'] as const)(
  'P8 a pause of another device that is refused is sent once: %s',
  async (reason) => {
    const { controller, pauses, pass } = await playInKitchen([{ ok: false, reason }])
    controller.stop()
    await pass(60_000)
    expect(pauses()).toBe(1)
    expect(controller.view().state).toBe('stopped')
  },
)

it('P8 a pause of another device is sent at most 15 times, with waits of at most four seconds', async () => {
  const { controller, pauses, pass } = await playInKitchen(Array.from({ length: 30 }, () => OFFLINE))
  controller.stop()
  await pass(50_000)
  expect(pauses()).toBe(14)
  await pass(1_000)
  expect(pauses()).toBe(15)
  await pass(60_000)
  expect(pauses()).toBe(15)
  expect(controller.view().state).toBe('stopped')
})
