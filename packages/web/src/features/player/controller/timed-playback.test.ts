import { describe, expect, it } from 'vitest'
import { NOTHING_PLANNED } from './playback-plan.ts'
import { account, HERE, listener, ONLY_ONE, PLAN } from './testing.ts'
import type { CommandResult } from '../provider/web-api.ts'

describe('a player that keeps time by itself', () => {
  it('P5 becomes a device and preloads the running song before the gesture', async () => {
    const { controller, commands, sdk, settled } = listener({ timing: true })
    controller.setAccounts([account])
    await settled()
    controller.follow(ONLY_ONE)
    sdk.events?.ready(HERE)
    await settled()
    expect(commands).toEqual(['connect', 'prepare spotify:track:one'])
    expect(controller.view().listening).toBe('off')
  })

  it('P5 preloads the probable first song while nothing plays', async () => {
    const { controller, commands, sdk, settled } = listener({ timing: true })
    controller.setAccounts([account])
    await settled()
    controller.follow({ ...NOTHING_PLANNED, likelyUri: 'spotify:track:first' })
    sdk.events?.ready(HERE)
    await settled()
    expect(commands).toEqual(['connect', 'prepare spotify:track:first'])
  })

  it("P7 gets the song's start by its own monotonic clock before the play command", async () => {
    const { commands, start } = listener({ timing: true })
    await start(ONLY_ONE)
    const keepIndex = commands.indexOf('keep one -10000')
    expect(keepIndex).toBeGreaterThan(-1)
    expect(commands.indexOf('play aaaa one 10000')).toBeGreaterThan(keepIndex)
  })

  it('P7 plays at once when play is pressed, before the play command is answered', async () => {
    const { commands, start } = listener({ timing: true })
    await start(ONLY_ONE)
    const begun = commands.indexOf('begin one')
    expect(begun).toBeGreaterThan(commands.indexOf('keep one -10000'))
    expect(begun).toBeLessThan(commands.indexOf('play aaaa one 10000'))
  })

  it('P8 a song that plays ahead stops when the provider refuses the command', async () => {
    const { controller, commands, start } = listener({
      timing: true,
      answers: [{ ok: false, reason: 'premium' }],
    })
    await start(ONLY_ONE)
    expect(commands.at(-1)).toBe('pause')
    expect(controller.view()).toMatchObject({ listening: 'trouble', trouble: 'premium' })
  })

  it('P8 the song before plays to its end when the provider refuses the next one', async () => {
    const answers: CommandResult[] = [{ ok: true }, { ok: false, reason: 'premium' }]
    const { controller, commands, pass, start, reportPosition } = listener({ timing: true, answers })
    await start(PLAN)
    reportPosition('one', 10_000)
    await pass(100)
    reportPosition('one', 178_400)
    await pass(168_400)
    expect(commands).toContain('play aaaa two 0')
    expect(controller.view()).toMatchObject({ trouble: 'premium' })
    await pass(1_499)
    expect(commands).not.toContain('pause')
    await pass(1)
    expect(commands.at(-1)).toBe('pause')
  })

  it('P10 a refused song is not paused at its start if a later command was accepted before', async () => {
    const answers: CommandResult[] = [{ ok: true }, { ok: false, reason: 'premium' }]
    const { controller, commands, pass, start, reportPosition } = listener({ timing: true, answers })
    await start(PLAN)
    reportPosition('one', 10_000)
    await pass(168_500)
    expect(controller.view()).toMatchObject({ trouble: 'premium' })
    controller.retry()
    await pass(2_000)
    expect(commands.filter((each) => each === 'play aaaa two 0')).toHaveLength(2)
    expect(commands).not.toContain('pause')
  })

  it('P8 a loaded song plays on when its command is repeated while the provider is away', async () => {
    const away: CommandResult = { ok: false, reason: 'away' }
    const answers: CommandResult[] = [{ ok: true }, away, away, away, away, away, away]
    const { controller, commands, pass, start, reportPosition } = listener({ timing: true, answers })
    await start(ONLY_ONE)
    reportPosition('one', 10_000)
    await pass(100)
    controller.retry()
    await pass(2_000)
    expect(controller.view()).toMatchObject({ trouble: 'away' })
    expect(commands).not.toContain('pause')
  })

  it('P8 a song whose command failed during an outage is started at once when the device is back', async () => {
    const offline: CommandResult = { ok: false, reason: 'offline' }
    const answers: CommandResult[] = [{ ok: true }, offline, offline, offline, offline]
    const { controller, commands, sdk, pass, start, reportPosition, settled } = listener({
      timing: true,
      answers,
    })
    await start(PLAN)
    reportPosition('one', 10_000)
    await pass(100)
    reportPosition('one', 178_400)
    await pass(168_400 + 9_000)
    sdk.events?.notReady(HERE)
    const before = commands.length
    sdk.events?.ready(HERE)
    await settled()
    expect(commands.slice(before).some((each) => each.startsWith('play aaaa two'))).toBe(true)
    reportPosition('two', 8_000)
    await pass(100)
    expect(controller.view().listening).not.toBe('trouble')
  })

  it('P5 gets the announced song before its start, and stays in step', async () => {
    const { controller, commands, pass, start, reportPosition } = listener({ timing: true })
    await start(PLAN)
    reportPosition('one', 10_000)
    await pass(100)
    reportPosition('one', 178_400)
    await pass(168_400)
    expect(commands).toContain('keep two 170000')
    expect(commands).toContain('play aaaa two 0')
    expect(controller.view().listening).not.toBe('connecting')
    expect(commands.filter((each) => each.startsWith('play'))).toHaveLength(2)
  })

  it('P7 the figure on the badge is the sum of offset, position error and clock error', async () => {
    const { controller, pass, start, reportPosition } = listener({ timing: true })
    await start(ONLY_ONE)
    expect(controller.view()).toMatchObject({ listening: 'connecting', syncErrorMs: null })
    reportPosition('one', 10_003)
    await pass(100)
    // 18 ms is the sum of three values: the sound is 3 ms ahead, the player has an error of ± 10 ms, and the clock ±
    // 5 ms.
    expect(controller.view()).toMatchObject({ listening: 'playing', syncErrorMs: 18 })
  })

  it('M10 after a sleep of the device, the figure disappears within a quarter of a second', async () => {
    const { controller, jumpClock, pass, start, reportPosition } = listener({ timing: true })
    await start(ONLY_ONE)
    reportPosition('one', 10_000)
    await pass(150)
    expect(controller.view()).toMatchObject({ listening: 'playing', syncErrorMs: 15 })
    jumpClock(null)
    await pass(250)
    expect(controller.view()).toMatchObject({ listening: 'finding', syncErrorMs: null })
    jumpClock(60_000)
    // Something else on the screen changes before the next sample.
    controller.setAccounts([account])
    expect(controller.view()).toMatchObject({ listening: 'finding', syncErrorMs: null })
    await pass(100)
    expect(controller.view()).toMatchObject({ listening: 'catchingUp', syncErrorMs: null })
  })

  it('M10 the figure disappears also if the time is measured again at once', async () => {
    const { controller, jumpClock, pass, start, reportPosition } = listener({ timing: true })
    await start(ONLY_ONE)
    reportPosition('one', 10_000)
    await pass(150)
    jumpClock(60_000)
    await pass(250)
    expect(controller.view()).toMatchObject({ listening: 'catchingUp', syncErrorMs: null })
  })

  it('M9 measurements that change nothing shown tell the screen nothing', async () => {
    const { controller, reportPosition, pass, start } = listener({ timing: true })
    await start(ONLY_ONE)
    reportPosition('one', 10_000)
    await pass(1_000)
    let changes = 0
    controller.subscribe(() => (changes += 1))
    const view = controller.view()
    for (let second = 1; second <= 5; second += 1) {
      reportPosition('one', 10_000 + second * 1_000)
      await pass(1_000)
    }
    expect([changes, controller.view() === view]).toEqual([0, true])
    reportPosition('one', 16_000, 30)
    await pass(1_000)
    expect(changes).toBe(1)
  })

  it('P7 a figure above 100 ms is not shown', async () => {
    const { controller, pass, start, reportPosition } = listener({ timing: true })
    await start(ONLY_ONE)
    reportPosition('one', 10_090)
    await pass(100)
    expect(controller.view()).toMatchObject({ listening: 'playing', syncErrorMs: null })
  })

  it('M7 an audible position without a known delay has no figure, and the view says why', async () => {
    const { controller, pass, start, reportPosition } = listener({ timing: true })
    await start(ONLY_ONE)
    reportPosition('one', 10_003, null)
    await pass(100)
    expect(controller.view()).toMatchObject({ listening: 'playing', syncErrorMs: null, isDelayUnknown: true })
    reportPosition('one', 10_103)
    await pass(1_000)
    expect(controller.view()).toMatchObject({ isDelayUnknown: false })
  })

  it('P7 without an audible position there is no figure', async () => {
    const { controller, pass, start, sounds } = listener()
    await start(ONLY_ONE)
    sounds('one', 11_000)
    await pass(1000)
    sounds('one', 12_000)
    await pass(1000)
    expect(controller.view()).toMatchObject({ listening: 'playing', syncErrorMs: null })
  })

  it('P7 a large offset causes no seek, because the player corrects it', async () => {
    const { commands, pass, start, reportPosition } = listener({ timing: true })
    await start(ONLY_ONE)
    reportPosition('one', 2_000)
    await pass(5_000)
    expect(commands.some((each) => each.startsWith('seek'))).toBe(false)
    expect(commands.filter((each) => each.startsWith('keep')).length).toBeGreaterThan(3)
  })

  it('P7 Sync measures the time again, aligns the sound at once, and shows the result', async () => {
    let answer = (_: boolean) => {}
    const measureClock = () => new Promise<boolean>((resolve) => (answer = resolve))
    const { controller, commands, pass, start, reportPosition, settled } = listener({
      timing: true,
      measureClock,
    })
    await start(ONLY_ONE)
    reportPosition('one', 10_000)
    await pass(100)
    controller.sync()
    controller.sync()
    expect(controller.view().sync).toBe('measuring')
    answer(true)
    await settled()
    expect(commands.slice(-2)).toEqual(['keep one -10000', 'align'])
    expect(controller.view().sync).toBe('done')
    await pass(2500)
    expect(controller.view().sync).toBe('idle')
  })

  it('B17 a song that the player ends too early says that its file is broken, until the next one', async () => {
    const { controller, start, reportPosition, ended, pass } = listener({ timing: true })
    await start(PLAN)
    reportPosition('one', 12_000)
    await pass(3_000)
    ended('one')
    await pass(1_000)
    expect(controller.view()).toMatchObject({ listening: 'trouble', trouble: 'broken' })
    await pass(170_000)
    reportPosition('two', 5_000)
    await pass(3_000)
    expect(controller.view().trouble).toBeNull()
  })

  it('P8 a song that the player pauses, or ends at its end, is not broken', async () => {
    const { controller, start, reportPosition, sounds, ended, pass } = listener({ timing: true })
    await start(ONLY_ONE)
    reportPosition('one', 10_000)
    await pass(3_000)
    // After an interruption, the built-in player reports the position at which the session's time began.
    sounds('one', 0, true)
    await pass(3_000)
    expect(controller.view()).toMatchObject({ listening: 'blocked', trouble: null })
    reportPosition('one', 16_000)
    await pass(162_500)
    ended('one')
    await pass(1_400)
    expect(controller.view()).toMatchObject({ listening: 'waiting', trouble: null })
    await pass(2_000)
    expect(controller.view()).toMatchObject({ listening: 'waiting', trouble: null })
  })

  it('P7 Sync shows that the server did not answer', async () => {
    const { controller, start, settled } = listener({ timing: true, measureClock: async () => false })
    await start(ONLY_ONE)
    controller.sync()
    await settled()
    expect(controller.view().sync).toBe('failed')
  })

  it('P7 Sync starts the song again in a player without timing', async () => {
    const { controller, commands, start, settled } = listener()
    await start(ONLY_ONE)
    controller.sync()
    await settled()
    expect(commands.filter((each) => each.startsWith('play'))).toHaveLength(2)
  })
})
