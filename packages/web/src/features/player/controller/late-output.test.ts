import { describe, expect, it } from 'vitest'
import { listener, ONLY_ONE, PLAN } from './testing.ts'

describe('the correction of a late output', () => {
  it('Y2 starts a song earlier, and moves the running song at once without another command', async () => {
    const { commands, correct, start, reportPosition, pass, controller } = listener({ timing: true })
    correct(180)
    await start(ONLY_ONE)
    expect(commands).toContain('keep one -10180')
    reportPosition('one', 10_180)
    await pass(100)
    expect(controller.view().syncErrorMs).toBe(15)
    const before = commands.length
    correct(160)
    expect(commands.slice(before)).toEqual(['keep one -10160', 'align'])
    correct(-500)
    expect(commands.at(-2)).toBe('keep one -9500')
    expect(commands.filter((each) => each.startsWith('play'))).toHaveLength(1)
  })

  it('Y2 a player without start times starts songs earlier, and seeks once after several changes', async () => {
    const { commands, correct, start, sounds, pass } = listener()
    correct(180)
    await start(ONLY_ONE)
    expect(commands).toContain('play aaaa one 10300')
    sounds('one', 10_300)
    await pass(3_000)
    for (const ms of [200, 220, 240]) correct(ms)
    await pass(500)
    expect(commands.filter((each) => each.startsWith('seek'))).toEqual([])
    await pass(200)
    expect(commands.filter((each) => each.startsWith('seek'))).toEqual(['seek 13960'])
  })

  it('Y2 is not used for another device, and not after the song', async () => {
    const { commands, controller, correct, start, pass, settled } = listener()
    correct(180)
    await start(ONLY_ONE)
    await controller.reloadDevices()
    controller.chooseDevice('kitchen')
    await settled()
    expect(commands).toContain('play kitc one 10120')
    controller.stop()
    await pass(1_000)
    const before = commands.length
    correct(20)
    await pass(5_000)
    expect(commands).toHaveLength(before)
  })

  it.each([
    { ms: -300, atMs: 170_180, why: 'waits if its delay is shorter than the correction' },
    { ms: 300, atMs: 169_580, why: 'gets the command earlier, and skips nothing' },
  ])('Y1 Y2 with $ms ms, the announced song of a player without start times $why', async ({ ms, atMs }) => {
    const { commands, correct, delays, start, sounds, pass } = listener()
    await start(PLAN)
    sounds('one', 10_000)
    correct(ms)
    const isStarted = () => commands.includes('play aaaa two 0')
    await pass(atMs - 1)
    expect(isStarted()).toBe(false)
    await pass(1)
    expect(isStarted()).toBe(true)
    // The song sounds after the usual delay, so the player learns nothing about the device.
    for (const sec of [1, 2, 3]) {
      sounds('two', sec * 1_000 - 120)
      await pass(1_000)
    }
    expect([...delays]).toEqual([])
  })

  it('Y1 Y2 P4 a smaller correction just before the start does not take back an announced song', async () => {
    const { commands, correct, start, sounds, pass, asked } = listener()
    await start(PLAN)
    sounds('one', 10_000)
    correct(500)
    await pass(169_500)
    sounds('two', 0)
    const before = commands.indexOf('play aaaa two 0')
    expect(before).toBeGreaterThan(0)
    correct(0)
    await pass(1_000)
    expect(commands.slice(before).filter((each) => !each.startsWith('seek'))).toEqual(['play aaaa two 0'])
    // The server is asked once, after the start.
    expect(asked()).toBe(2)
  })
})
