import { expect, it, vi } from 'vitest'
import { NOTHING_PLANNED } from './playback-plan.ts'
import { account, HERE, listener, ONLY_ONE, PLAN } from './testing.ts'

const device = { name: 'Jointly', isRestricted: false, isActive: false }

/** Plays a song here, and then chooses the device `ghost`, which the provider lists but does not know any more. */
async function chooseGhost() {
  const listed = [
    { ...device, id: HERE },
    { ...device, id: 'ghost' },
  ]
  const whileLoading = { run: () => {} }
  const devices = () => {
    whileLoading.run()
    return [...listed]
  }
  const tools = listener({ devices, knows: (id) => id !== 'ghost' })
  await tools.start(ONLY_ONE)
  await tools.controller.reloadDevices()
  tools.controller.chooseDevice('ghost')
  await tools.pass(2_000)
  return { ...tools, listed, whileLoading }
}

it('P9 a song plays here again when the device that played it elsewhere is gone', async () => {
  let isOtherHere = true
  const other = { ...device, id: 'other', isActive: true }
  const devices = () => [{ ...device, id: HERE }, ...(isOtherHere ? [other] : [])]
  const { controller, commands, start, pass } = listener({ devices })
  const plays = () => commands.filter((each) => each.startsWith('play'))
  await start(ONLY_ONE)
  await pass(20_000)
  expect(controller.view().trouble).toBe('elsewhere')
  expect(plays()).toHaveLength(1)
  isOtherHere = false
  for (let sec = 0; sec < 30 && plays().length < 2; sec += 1) await pass(1_000)
  expect(plays()).toHaveLength(2)
  expect(controller.view().trouble).toBe(null)
})

/** Starts the plan here, and then waits because another device plays. `free` ends that device, `back` returns it. */
async function waitForOther() {
  const other = { ...device, id: 'other', isActive: true }
  const listed = [{ ...device, id: HERE }, other]
  const tools = listener({ devices: () => [...listed] })
  await tools.start(PLAN)
  await tools.pass(20_000)
  expect(tools.controller.view().trouble).toBe('elsewhere')
  const plays = () => tools.commands.filter((each) => each.startsWith('play'))
  return { ...tools, plays, free: () => listed.pop(), back: () => listed.push(other) }
}

it('P9 the next song does not end the waiting, and it plays here when the other device is gone', async () => {
  const { controller, plays, free, pass } = await waitForOther()
  await pass(160_000)
  expect(plays()).toHaveLength(1)
  expect(controller.view().trouble).toBe('elsewhere')
  free()
  await pass(30_000)
  expect(plays()).toHaveLength(2)
  expect(plays().at(-1)).toMatch(/^play aaaa two/)
})

it('P9 P4 stop ends the waiting and its message', async () => {
  const { controller, pass } = await waitForOther()
  controller.stop()
  await pass(0)
  expect(controller.view()).toMatchObject({ state: 'stopped', listening: 'off', trouble: null })
})

it('P9 a page that waits for another device does not play when the host resumes the music', async () => {
  const { controller, commands, plays, free, pass } = await waitForOther()
  controller.follow(NOTHING_PLANNED)
  await pass(5_000)
  controller.follow(PLAN)
  await pass(5_000)
  expect(plays()).toHaveLength(1)
  controller.follow(NOTHING_PLANNED)
  free()
  await pass(30_000)
  expect(controller.view()).toMatchObject({ listening: 'waiting', trouble: null })
  // This page plays nothing, so there is nothing to pause.
  expect(commands).not.toContain('pause')
  controller.follow(PLAN)
  await pass(0)
  expect(plays()).toHaveLength(2)
})

it('P9 a page that waits for another device does not play when it is connected again', async () => {
  const { plays, sdk, free, pass } = await waitForOther()
  sdk.events?.notReady(HERE)
  sdk.events?.ready(HERE)
  await pass(10_000)
  expect(plays()).toHaveLength(1)
  free()
  await pass(30_000)
  expect(plays()).toHaveLength(2)
})

it('P9 a page that waits does not play before the other device is connected again after a restart of the service', async () => {
  const { plays, sdk, free, back, pass } = await waitForOther()
  free()
  sdk.events?.notReady(HERE)
  sdk.events?.ready(HERE)
  await pass(8_000)
  back()
  await pass(60_000)
  expect(plays()).toHaveLength(1)
  free()
  await pass(30_000)
  expect(plays()).toHaveLength(2)
})

it('P9 a page that waits plays if the other device is not connected again after a restart of the service', async () => {
  const { plays, sdk, free, pass } = await waitForOther()
  free()
  sdk.events?.notReady(HERE)
  sdk.events?.ready(HERE)
  await pass(10_000)
  expect(plays()).toHaveLength(2)
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

it('P9 a chosen device that is gone gives the sound back to this page and says so, also to a page of the same name', async () => {
  const { controller, commands, gone, listed, pass } = await chooseGhost()
  expect(controller.view()).toMatchObject({ deviceId: 'ghost', listening: 'trouble', trouble: 'no-device' })
  listed.pop()
  await pass(6_000)
  expect(commands.filter((each) => each.startsWith('play')).at(-1)).toMatch(/^play aaaa one/)
  expect(controller.view().deviceId).toBe(HERE)
  expect(gone).toEqual(['Jointly'])
})

it('P9 a device that returns with a new id is chosen again without a message', async () => {
  const { controller, commands, gone, listed, pass } = await chooseGhost()
  listed[1] = { ...device, id: 'renewed' }
  await pass(6_000)
  expect(commands.filter((each) => each.startsWith('play')).at(-1)).toMatch(/^play rene one/)
  expect([controller.view().deviceId, gone]).toEqual(['renewed', []])
})

it('P9 an empty list changes no device, because the request may have failed', async () => {
  const { controller, gone, listed, pass } = await chooseGhost()
  listed.length = 0
  await pass(6_000)
  expect([controller.view().deviceId, gone]).toEqual(['ghost', []])
})

it('P9 a device that is chosen while the list loads stays chosen', async () => {
  const { controller, gone, listed, whileLoading, pass } = await chooseGhost()
  listed[1] = { ...device, id: 'other', name: 'Other' }
  await controller.reloadDevices()
  whileLoading.run = () => controller.chooseDevice('other')
  await pass(6_000)
  expect([controller.view().deviceId, gone]).toEqual(['other', []])
})

it('P9 a page that is no device plays on the first other one when the chosen device is gone', async () => {
  const listed = [
    { ...device, id: 'ghost' },
    { ...device, id: 'kitchen', name: 'Kitchen' },
  ]
  const { controller, commands, gone, pass } = listener({
    devices: () => [...listed],
    knows: (id) => id !== 'ghost',
  })
  controller.setAccounts([account])
  controller.follow(ONLY_ONE)
  controller.toggle()
  await controller.reloadDevices()
  await pass(2_000)
  expect(controller.view().deviceId).toBe('ghost')
  listed.shift()
  await pass(6_000)
  expect(commands.filter((each) => each.startsWith('play')).at(-1)).toMatch(/^play kitc one/)
  expect([controller.view().deviceId, gone]).toEqual(['kitchen', []])
})

it('P9 a song on another device counts as playing, because this page cannot measure its sound', async () => {
  const { controller, start, pass } = listener({ timing: true })
  await start(ONLY_ONE)
  await controller.reloadDevices()
  controller.chooseDevice('kitchen')
  await pass(10_000)
  expect(controller.view()).toMatchObject({ deviceId: 'kitchen', listening: 'playing', syncErrorMs: null })
})

it.each([{ listed: ['kitchen', HERE] }, { listed: [HERE] }])(
  'P9 a page that lost its connection for a moment goes on playing, with a list of $listed',
  async ({ listed }) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const tools = listener({ timing: true, devices: () => listed.map((id) => ({ ...device, id })) })
    const { controller, commands, sdk, settled } = tools
    await tools.start(PLAN)
    sdk.events?.notReady(HERE)
    await controller.reloadDevices()
    sdk.events?.ready(HERE)
    await settled()
    expect(controller.view().deviceId).toBe(HERE)
    await tools.pass(180_000)
    expect(commands.filter((each) => each.startsWith('play')).at(-1)).toMatch(/^play aaaa two/)
    expect(commands.some((each) => each.startsWith('begin two'))).toBe(true)
  },
)

it('P9 a page without its connection gets the sound, and not an unknown device, when the chosen device is gone', async () => {
  const { controller, sdk, listed, gone, pass, settled } = await chooseGhost()
  sdk.events?.notReady(HERE)
  listed.splice(0, 2, { ...device, id: 'bedroom', name: 'Bedroom' })
  await pass(6_000)
  expect(controller.view().deviceId).not.toBe('bedroom')
  sdk.events?.ready(HERE)
  await settled()
  expect([controller.view().deviceId, gone]).toEqual([HERE, ['Jointly']])
})

it('P9 an error gives the sound to no other device while this page, which was one, has no connection', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { controller, commands, sdk, start, settled } = listener()
  await start(ONLY_ONE)
  sdk.events?.notReady(HERE)
  sdk.events?.failed('playback', 'The player failed')
  await settled()
  expect(controller.view()).toMatchObject({ deviceId: null, devices: [{ id: 'kitchen' }] })
  expect(commands).not.toContainEqual(expect.stringMatching(/^play kitc/))
})
