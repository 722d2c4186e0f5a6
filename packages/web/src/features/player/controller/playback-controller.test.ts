import type { Account } from '@jointly/contract'
import { describe, expect, it, vi } from 'vitest'
import { trackOf } from './playback-plan.ts'
import { account, EPOCH, HERE, listener, ONLY_ONE, PLAN, song } from './testing.ts'

describe('the playback controller', () => {
  it('P4 a press unlocks and connects at once, and asks the server what plays', async () => {
    const { controller, commands, asked, settled } = listener()
    controller.setAccounts([account])
    await settled()
    controller.toggle()
    expect(commands).toEqual(['unlock', 'connect'])
    expect(asked()).toBe(1)
  })

  it('P7 a song starts where the session stands, and a delay further', async () => {
    const { commands, start } = listener()
    await start(ONLY_ONE)
    expect(commands).toContain('play aaaa one 10120')
  })

  it('P4 while no device is set it looks again every 200 ms', async () => {
    const { controller, commands, sdk, pass, settled } = listener()
    controller.setAccounts([account])
    await settled()
    controller.follow(ONLY_ONE)
    controller.toggle()
    await pass(1000)
    expect(controller.view()).toMatchObject({ state: 'play', listening: 'connecting' })
    sdk.events?.ready(HERE)
    await settled()
    expect(controller.view()).toMatchObject({ deviceId: HERE, browserDeviceId: HERE })
    expect(commands).toContain('play aaaa one 11120')
  })

  it('P5 the announced song is fetched ahead, and told so early that it sounds at its start', async () => {
    const { commands, pass, start, sounds } = listener()
    await start(PLAN)
    sounds('one', 20_000)
    await pass(169_879)
    expect(commands.filter((each) => each.startsWith('play'))).toHaveLength(1)
    await pass(1)
    expect(commands).toContain('play aaaa two 0')
  })

  it('P5 the next song is fetched as soon as it is announced', async () => {
    const { controller, commands, start } = listener()
    await start(ONLY_ONE)
    controller.follow(PLAN)
    controller.follow({ ...PLAN })
    expect(commands.filter((each) => each.startsWith('prepare'))).toEqual(['prepare spotify:track:two'])
  })

  it('P8 a device whose line broke while it is heard plays on, untouched', async () => {
    const { controller, commands, sdk, pass, start, sounds } = listener()
    await start(ONLY_ONE)
    sounds('one', 11_000)
    await pass(1000)
    sounds('one', 12_000)
    await pass(1000)
    expect(controller.view().listening).toBe('playing')
    const before = commands.length
    sdk.events?.gone(HERE)
    sdk.events?.ready(HERE)
    await pass(200)
    expect(commands).toHaveLength(before)
  })

  it('E3 a line that breaks in mid-song and stays broken is told once the next song waits for it, until it is back', async () => {
    const { controller, sdk, start, sounds, pass } = listener()
    await start(ONLY_ONE)
    sounds('one', 20_000)
    await pass(2_000)
    sdk.events?.gone(HERE)
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

  it('P5 who joins after the announcement has the next song fetched as well', async () => {
    const { commands, start } = listener()
    await start(PLAN)
    expect(commands).toContain('prepare spotify:track:two')
  })

  it('P4 a song that ends with nothing announced makes the player ask, once', async () => {
    const { pass, start, asked, sounds } = listener()
    await start(ONLY_ONE)
    sounds('one', 20_000)
    await pass(171_000)
    expect(asked()).toBe(2)
  })

  it('P4 when the announced song takes over, the server is asked again at its start', async () => {
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

  it('K2 a skipped song is left at once for the next, and the server is asked again', async () => {
    const { controller, commands, start, pass, asked } = listener()
    await start(ONLY_ONE)
    controller.follow({ playing: trackOf(song('two'), EPOCH), next: null, likelyUri: null })
    await pass(0)
    expect(commands.at(-1)).toBe('play aaaa two 120')
    expect(asked()).toBe(2)
  })

  it('P4 who stops and plays again before the device has answered hears the song again', async () => {
    const { controller, commands, start, settled } = listener()
    await start(ONLY_ONE)
    controller.toggle()
    controller.toggle()
    await settled()
    expect(commands.slice(-3)).toEqual(['pause', 'unlock', 'play aaaa one 10120'])
    expect(controller.view().state).toBe('playing')
  })

  it('P4 while the accounts are not loaded it looks again every 200 ms', async () => {
    const { controller, commands, waits, pass } = listener()
    controller.follow(ONLY_ONE)
    controller.toggle()
    expect(waits()).toContain(200)
    await pass(1000)
    expect(waits()).toContain(200)
    expect(controller.view().state).toBe('play')
    expect(commands).toEqual([])
  })

  it('P8 a sound that the browser holds back asks for a tap, which starts it anew', async () => {
    const { controller, commands, sdk, start, settled } = listener()
    await start(ONLY_ONE)
    sdk.events?.blocked()
    expect(controller.view().listening).toBe('blocked')
    controller.retry()
    await settled()
    expect(commands.slice(-2)).toEqual(['unlock', 'play aaaa one 10120'])
  })

  it('P8 paused for two seconds after the command is blocked as well', async () => {
    const { controller, pass, start, sounds } = listener()
    await start(ONLY_ONE)
    sounds('one', 10_000, true)
    await pass(4000)
    expect(controller.view().listening).toBe('blocked')
  })

  it('P8 no Premium is told to this listener alone', async () => {
    const { controller, start } = listener({ answers: [{ ok: false, reason: 'premium' }] })
    await start(ONLY_ONE)
    expect(controller.view()).toMatchObject({ listening: 'trouble', trouble: 'premium' })
  })

  it('P8 a provider that fails for a minute is tried again until the song is heard', async () => {
    const answers = Array.from({ length: 9 }, () => ({ ok: false, reason: 'away' }) as const)
    const { controller, commands, start, sounds, pass } = listener({ answers })
    await start(ONLY_ONE)
    await pass(60_000)
    expect(controller.view()).toMatchObject({ state: 'play', listening: 'trouble', trouble: 'away' })
    sounds('one', 91_000)
    await pass(25_000)
    expect(commands.filter((command) => command.startsWith('play '))).toHaveLength(10)
    expect(controller.view()).toMatchObject({ state: 'playing', trouble: null })
  })

  it('P8 a start that fails is not tried any more once the person stops', async () => {
    const answers = Array.from({ length: 99 }, () => ({ ok: false, reason: 'rate' }) as const)
    const { controller, commands, start, pass } = listener({ answers })
    await start(ONLY_ONE)
    await pass(1_000)
    controller.stop()
    await pass(60_000)
    expect(commands.filter((command) => command.startsWith('play '))).toHaveLength(1)
    expect(controller.view().trouble).not.toBe('grant-ended')
  })

  it('L9 a token that is refused twice asks nobody to connect again, and the song is heard in the end', async () => {
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

  it('P4 stopping while the command is on its way leaves no sound behind', async () => {
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

  it('L5 without an account one follows silently, and nothing is told to a provider', async () => {
    const { controller, commands, settled } = listener()
    controller.setAccounts([])
    controller.follow(ONLY_ONE)
    controller.toggle()
    await settled()
    expect(controller.view().listening).toBe('silent')
    expect(commands).toEqual([])
  })

  it('L2 another list of accounts makes the player anew and goes on', async () => {
    const { controller, commands, start, sdk, settled } = listener()
    await start(ONLY_ONE)
    controller.setAccounts([{ ...account, id: 'another' }])
    await settled()
    expect(commands).toContain('disconnect')
    sdk.events?.ready('b'.repeat(40))
    await settled()
    expect(commands.at(-1)).toBe('play bbbb one 10120')
  })

  it('L2 an account that is linked beside the one that plays makes the player anew, too', async () => {
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
