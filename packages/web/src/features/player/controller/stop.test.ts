import { expect, it, vi } from 'vitest'
import { NOTHING_PLANNED } from './playback-plan.ts'
import { account, HERE, listener, ONLY_ONE, PLAN } from './testing.ts'

/** Allows a blocked sound while the provider is away. So the song has no play command, but the player may play it. */
async function unlockWithoutProvider() {
  const listening = listener({ timing: true })
  const { controller, sdk, start, settled } = listening
  await start(ONLY_ONE)
  sdk.events?.blocked()
  sdk.events?.notReady(HERE)
  controller.retry()
  await settled()
  listening.commands.length = 0
  return listening
}

it('P4 M8 stop after a tap that allowed the sound pauses the player, also while the provider is away', async () => {
  const { controller, commands, settled } = await unlockWithoutProvider()
  controller.toggle()
  await settled()
  expect(commands).toEqual(['pause'])
  expect(controller.view().state).toBe('stopped')
})

it('H8 M8 a pause of the session after such a tap pauses the player, once', async () => {
  const { controller, commands, pass } = await unlockWithoutProvider()
  controller.follow(NOTHING_PLANNED)
  await pass(2_000)
  expect(commands).toEqual(['pause'])
  expect(controller.view()).toMatchObject({ state: 'sleep', listening: 'waiting' })
})

it('P4 P8 stop pauses the song that still plays after the next one was refused', async () => {
  const { controller, commands, pass, start, reportPosition } = listener({
    timing: true,
    answers: [{ ok: true }, { ok: false, reason: 'premium' }],
  })
  await start(PLAN)
  reportPosition('one', 10_000)
  await pass(168_500)
  expect(controller.view().trouble).toBe('premium')
  await controller.reloadDevices()
  expect(commands).not.toContain('pause')
  controller.stop()
  await pass(0)
  expect(commands.at(-1)).toBe('pause')
})

it.each([
  { what: 'no song was sent', plan: NOTHING_PLANNED, commands: ['suspend'] },
  { what: 'a song was sent', plan: PLAN, commands: ['pause'] },
])('P4 M9 stop lets the player rest if $what: $commands', async ({ plan, commands: expected }) => {
  const { controller, commands, start, settled } = listener({ timing: true })
  await start(plan)
  commands.length = 0
  controller.toggle()
  await settled()
  expect(commands).toEqual(expected)
})

it('H8 P4 a pause of the session before the command is answered stops the sound after the answer', async () => {
  const { controller, commands, settled, sdk } = listener({ timing: true })
  controller.setAccounts([account])
  await settled()
  controller.follow(ONLY_ONE)
  controller.toggle()
  sdk.events?.ready(HERE)
  controller.follow(NOTHING_PLANNED)
  await settled()
  // The provider may start the song after the first pause, so a second one follows.
  expect(commands.slice(-3)).toEqual(['play aaaa one 10000', 'pause', 'pause'])
  expect(controller.view().state).toBe('sleep')
})

it('P8 another account ends the message about the account before, also if the person does not listen', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { controller, sdk, settled } = listener({ timing: true })
  controller.setAccounts([account])
  await settled()
  sdk.events?.failed('account', 'The account has no Premium')
  expect(controller.view()).toMatchObject({ state: 'stopped', trouble: 'premium' })
  controller.setAccounts([{ ...account, id: 'another' }])
  expect(controller.view().trouble).toBeNull()
})
