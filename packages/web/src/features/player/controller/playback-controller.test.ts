import type { Account } from '@jointly/contract'
import { describe, expect, it, vi } from 'vitest'
import { trackOf } from './playback-plan.ts'
import { account, EPOCH, HERE, listener, ONLY_ONE, PLAN, song } from './testing.ts'

describe('the playback controller', () => {
  it('P4 play unlocks and connects the player at once, and asks the server what plays', async () => {
    const { controller, commands, asked, settled } = listener()
    controller.setAccounts([account])
    await settled()
    controller.toggle()
    expect(commands).toEqual(['unlock', 'connect'])
    expect(asked()).toBe(1)
  })

  it("P7 a song starts at the session's position plus the device's delay", async () => {
    const { commands, start } = listener()
    await start(ONLY_ONE)
    expect(commands).toContain('play aaaa one 10120')
  })

  it('P7 the position is the time since the start plus the stored delay of the device', async () => {
    const { controller, commands, delays, pass, start } = listener()
    delays.set('here', 300)
    controller.follow(ONLY_ONE)
    await pass(5_000)
    await start(ONLY_ONE)
    expect(commands).toContain('play aaaa one 15300')
  })

  it('P4 while no device is set, the player tries again every 200 ms', async () => {
    const { controller, commands, sdk, pass, settled, waits } = listener()
    controller.setAccounts([account])
    await settled()
    controller.follow(ONLY_ONE)
    controller.toggle()
    for (let tries = 0; tries < 5; tries++) {
      expect(waits()).toContain(200)
      await pass(200)
    }
    expect(controller.view()).toMatchObject({ state: 'play', listening: 'connecting' })
    expect(commands.filter((each) => each.startsWith('play'))).toEqual([])
    sdk.events?.ready(HERE)
    await settled()
    expect(controller.view()).toMatchObject({ deviceId: HERE, browserDeviceId: HERE })
    expect(commands).toContain('play aaaa one 11120')
  })

  it('P5 the announced song is preloaded, and its command leaves early enough to sound at its start', async () => {
    const { commands, pass, start, sounds } = listener()
    await start(PLAN)
    sounds('one', 20_000)
    await pass(169_879)
    expect(commands.filter((each) => each.startsWith('play'))).toHaveLength(1)
    await pass(1)
    expect(commands).toContain('play aaaa two 0')
  })

  it('P5 the next song is preloaded as soon as it is announced', async () => {
    const { controller, commands, start } = listener()
    await start(ONLY_ONE)
    controller.follow(PLAN)
    controller.follow({ ...PLAN })
    expect(commands.filter((each) => each.startsWith('prepare'))).toEqual(['prepare spotify:track:two'])
  })

  it('P4 another device is paused by a call to the provider, the player of this page directly', async () => {
    const { controller, commands, start, settled } = listener()
    await start(ONLY_ONE)
    controller.toggle()
    await settled()
    expect(commands.at(-1)).toBe('pause')
    await controller.reloadDevices()
    controller.chooseDevice('kitchen')
    controller.toggle()
    await settled()
    controller.toggle()
    await settled()
    expect(commands.at(-1)).toBe('api pause')
  })

  it('P8 a device that reconnects while it plays gets no new command', async () => {
    const { controller, commands, sdk, pass, start, sounds } = listener()
    await start(ONLY_ONE)
    sounds('one', 11_000)
    await pass(1000)
    sounds('one', 12_000)
    await pass(1000)
    expect(controller.view().listening).toBe('playing')
    const before = commands.length
    sdk.events?.notReady(HERE)
    sdk.events?.ready(HERE)
    await pass(200)
    expect(commands).toHaveLength(before)
  })

  it('E3 a connection that breaks in mid-song shows a message when the next song has to wait, until it is back', async () => {
    const { controller, sdk, start, sounds, pass } = listener()
    await start(ONLY_ONE)
    sounds('one', 20_000)
    await pass(2_000)
    sdk.events?.notReady(HERE)
    await pass(15_000)
    expect(controller.view().trouble).toBeNull()
    controller.follow({ playing: trackOf(song('two'), EPOCH + 17_000), next: null, likelyUri: null })
    await pass(9_000)
    expect(controller.view().listening).toBe('connecting')
    await pass(1_500)
    expect(controller.view()).toMatchObject({ listening: 'trouble', trouble: 'no-device' })
    controller.retry()
    await pass(5_000)
    expect(controller.view().trouble).toBeNull()
    sdk.events?.ready(HERE)
    await pass(200)
    expect(controller.view()).toMatchObject({ state: 'playing', trouble: null })
  })

  it('P5 a person who joins after the announcement preloads the next song as well', async () => {
    const { commands, start } = listener()
    await start(PLAN)
    expect(commands).toContain('prepare spotify:track:two')
  })

  it('P4 a song that ends with nothing announced makes the player ask the server once', async () => {
    const { pass, start, asked, sounds } = listener()
    await start(ONLY_ONE)
    sounds('one', 20_000)
    await pass(171_000)
    expect(asked()).toBe(2)
  })

  it('P4 at the start of the announced song the player asks the server again', async () => {
    const { pass, start, asked, sounds } = listener()
    await start(PLAN)
    sounds('one', 20_000)
    await pass(169_999)
    expect(asked()).toBe(1)
    await pass(1)
    expect(asked()).toBe(2)
    await pass(5_000)
    expect(asked()).toBe(2)
  })

  it('K2 a skip plays the next song at once, and the player asks the server again', async () => {
    const { controller, commands, start, pass, asked } = listener()
    await start(ONLY_ONE)
    controller.follow({ playing: trackOf(song('two'), EPOCH), next: null, likelyUri: null })
    await pass(0)
    expect(commands.at(-1)).toBe('play aaaa two 120')
    expect(asked()).toBe(2)
  })

  it('P4 stop and play before the device has answered play the song again', async () => {
    const { controller, commands, start, settled } = listener()
    await start(ONLY_ONE)
    controller.toggle()
    controller.toggle()
    await settled()
    expect(commands.slice(-3)).toEqual(['pause', 'unlock', 'play aaaa one 10120'])
    expect(controller.view().state).toBe('playing')
  })

  it('P4 while the accounts are not loaded, the player tries again every 200 ms', async () => {
    const { controller, commands, waits, pass } = listener()
    controller.follow(ONLY_ONE)
    controller.toggle()
    expect(waits()).toContain(200)
    await pass(1000)
    expect(waits()).toContain(200)
    expect(controller.view().state).toBe('play')
    expect(commands).toEqual([])
  })

  it('P8 a sound that the browser blocks needs a tap, which starts it again', async () => {
    const { controller, commands, sdk, start, settled } = listener()
    await start(ONLY_ONE)
    sdk.events?.blocked()
    expect(controller.view().listening).toBe('blocked')
    controller.retry()
    await settled()
    expect(commands.slice(-2)).toEqual(['unlock', 'play aaaa one 10120'])
  })

  it('P8 a player that is paused for two seconds after the command counts as blocked, too', async () => {
    const { controller, pass, start, sounds } = listener()
    await start(ONLY_ONE)
    sounds('one', 10_000, true)
    await pass(4000)
    expect(controller.view().listening).toBe('blocked')
  })

  it('P8 only the listener without Premium sees the message', async () => {
    const { controller, start } = listener({ answers: [{ ok: false, reason: 'premium' }] })
    await start(ONLY_ONE)
    expect(controller.view()).toMatchObject({ listening: 'trouble', trouble: 'premium' })
  })

  it('P8 a provider that fails for a minute is tried again until the song is heard', async () => {
    const answers = Array.from({ length: 19 }, () => ({ ok: false, reason: 'away' }) as const)
    const { controller, commands, start, sounds, pass } = listener({ answers })
    await start(ONLY_ONE)
    await pass(60_000)
    expect(controller.view()).toMatchObject({ state: 'play', listening: 'trouble', trouble: 'away' })
    sounds('one', 91_000)
    await pass(25_000)
    expect(commands.filter((command) => command.startsWith('play '))).toHaveLength(20)
    expect(controller.view()).toMatchObject({ state: 'playing', trouble: null })
  })

  it('P8 a failed start is not tried again after the person stops', async () => {
    const answers = Array.from({ length: 99 }, () => ({ ok: false, reason: 'rate' }) as const)
    const { controller, commands, start, pass } = listener({ answers })
    await start(ONLY_ONE)
    await pass(1_000)
    controller.stop()
    await pass(60_000)
    expect(commands.filter((command) => command.startsWith('play '))).toHaveLength(1)
    expect(controller.view().trouble).not.toBe('grant-ended')
  })

  it('L9 a token that is refused twice does not end the link, and the song plays in the end', async () => {
    const refused = { ok: false, reason: 'token', token: 'token' } as const
    const renewals: Account[][] = [[account], [{ ...account, access_token: 'new' }]]
    const { controller, start, sounds, pass } = listener({
      answers: [refused, refused],
      renewed: () => renewals.shift() ?? null,
    })
    await start(ONLY_ONE)
    expect(controller.view()).toMatchObject({ listening: 'trouble', trouble: 'token' })
    sounds('one', 13_000)
    await pass(4_000)
    expect(controller.view()).toMatchObject({ state: 'playing', trouble: null })
  })

  it('P4 a stop before the command is answered stops the sound', async () => {
    const { controller, commands, settled, sdk } = listener()
    controller.setAccounts([account])
    await settled()
    controller.follow(ONLY_ONE)
    controller.toggle()
    sdk.events?.ready(HERE)
    controller.toggle()
    await settled()
    expect(commands.at(-1)).toBe('pause')
    expect(controller.view().state).toBe('stopped')
  })

  it('L5 without an account the player is silent and sends no command', async () => {
    const { controller, commands, settled } = listener()
    controller.setAccounts([])
    controller.follow(ONLY_ONE)
    controller.toggle()
    await settled()
    expect(controller.view().listening).toBe('silent')
    expect(commands).toEqual([])
  })

  it('L2 another list of accounts replaces the player, and the song continues', async () => {
    const { controller, commands, start, sdk, settled } = listener()
    await start(ONLY_ONE)
    controller.setAccounts([{ ...account, id: 'another' }])
    await settled()
    expect(commands).toContain('disconnect')
    sdk.events?.ready('b'.repeat(40))
    await settled()
    expect(commands.at(-1)).toBe('play bbbb one 10120')
  })

  it('L2 a second account replaces the player, too', async () => {
    const { controller, commands, start, settled } = listener()
    await start(ONLY_ONE)
    controller.setAccounts([account, { ...account, id: 'second' }])
    await settled()
    expect(commands).toContain('disconnect')
    const before = commands.length
    controller.setAccounts([account, { ...account, id: 'second', access_token: 'renewed' }])
    await settled()
    expect(commands).toHaveLength(before)
  })

  it.each(['initialization', 'authentication', 'account', 'playback'] as const)(
    'P8 an error of the player (%s) reloads the devices and takes the first if none is set',
    async (error) => {
      vi.spyOn(console, 'warn').mockReturnValue()
      const { controller, commands, sdk, settled } = listener()
      controller.setAccounts([account])
      await settled()
      controller.follow(ONLY_ONE)
      controller.toggle()
      sdk.events?.failed(error, 'The player failed')
      await settled()
      expect(controller.view()).toMatchObject({ deviceId: 'kitchen' })
      expect(commands).toContain('play kitc one 10120')
    },
  )
})
