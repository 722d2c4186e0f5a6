import { expect, it } from 'vitest'
import { HERE, listener, ONLY_ONE } from './testing.ts'

it('P9 a song plays here again when the device that played it elsewhere is gone', async () => {
  let isOtherHere = true
  const device = { name: 'Jointly', isRestricted: false }
  const other = { ...device, id: 'other', isActive: true }
  const devices = () => [{ ...device, id: HERE, isActive: false }, ...(isOtherHere ? [other] : [])]
  const { controller, commands, start, pass } = listener({ devices })
  const plays = () => commands.filter((each) => each.startsWith('play'))
  await start(ONLY_ONE)
  await pass(20_000)
  expect(controller.view().trouble).toBe('elsewhere')
  expect(plays()).toHaveLength(1)
  isOtherHere = false
  await pass(5_000)
  expect(plays()).toHaveLength(2)
  expect(controller.view().trouble).toBe(null)
})

it('P9 a failed request for the devices does not take the sound, and neither does a stopped player', async () => {
  const { controller, commands, start, pass } = listener({ devices: () => [] })
  await start(ONLY_ONE)
  await pass(20_000)
  expect(commands.filter((each) => each.startsWith('play'))).toHaveLength(1)
  controller.stop()
  await pass(20_000)
  expect(controller.view()).toMatchObject({ state: 'stopped' })
})
