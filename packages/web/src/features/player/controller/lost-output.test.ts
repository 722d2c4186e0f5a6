import { expect, it } from 'vitest'
import { listener, ONLY_ONE } from './testing.ts'

it('M11 a lost output shows a message at once, which ends when the song plays again', async () => {
  let lists = 0
  const devices = () => {
    lists += 1
    return []
  }
  const { controller, sdk, start, pass, reportPosition, sounds, commands } = listener({
    timing: true,
    devices,
  })
  await start(ONLY_ONE)
  reportPosition('one', 10_000)
  await pass(3_000)
  expect(controller.view().listening).toBe('playing')
  sounds('one', 13_000, true)
  lists = 0
  sdk.events?.failed('playback', 'This device has no sound output.')
  expect(controller.view()).toMatchObject({ listening: 'trouble', trouble: 'no-output', syncErrorMs: null })
  await pass(5_000)
  expect(controller.view()).toMatchObject({ listening: 'trouble', trouble: 'no-output' })
  // The player reports the lost output each second, so the list of devices is not loaded each time.
  expect(lists).toBe(0)
  const { length } = commands
  reportPosition('one', 18_000)
  await pass(1_000)
  expect(controller.view()).toMatchObject({ listening: 'playing', trouble: null })
  // The player continues by itself, so the page sends no play command.
  expect(commands.slice(length).filter((each) => each.startsWith('play'))).toEqual([])
})
