import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { createBarrier } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { granted, PASSWORD, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'
import type { IsFromOwnUser } from '../../platform/security/peer-user.ts'
import { createFirstAccount } from './first-account.ts'

/** Answers to the question whether a connection comes from the system user that runs the server. */
const answers = {
  own: () => Promise.resolve(true),
  other: () => Promise.resolve(false),
} satisfies Record<string, IsFromOwnUser>

describe.each(databases)('the first account on $name', (database) => {
  let server: TestServer
  let lines: string[]
  let isFromOwnUser: IsFromOwnUser
  afterEach(() => server.close())

  async function start(settings: Record<string, string> = {}): Promise<void> {
    lines = []
    const overrides = {
      isFromOwnUser: (connection: Parameters<IsFromOwnUser>[0]) => isFromOwnUser(connection),
      print: (line: string) => void lines.push(line),
    }
    server = await startTestServer(database, overrides, settings)
  }
  const data = (username: string) => ({ username, email: `${username}@example.org`, password: PASSWORD })
  const register = async (username: string, lookup: IsFromOwnUser) => {
    isFromOwnUser = lookup
    return (await granted(server.anonymous('register', { body: data(username) }))).user.level
  }

  it('A5 on this machine goes to the first person from the user of the server, not to others', async () => {
    await start()
    expect(await register('stranger', answers.other)).toBe(0)
    expect(await register('operator', answers.own)).toBe(735)
    expect(await register('friend', answers.own)).toBe(0)
    expect(await register('other', () => Promise.reject(new Error('nobody looks any more')))).toBe(0)
  })

  it('A5 if two people from the user of the server register at once, exactly one gets level 735', async () => {
    await start()
    const both = createBarrier()
    let waiting = 0
    const together: IsFromOwnUser = async () => {
      waiting += 1
      if (waiting === 2) both.release()
      await both.stop()
      return true
    }
    const levels = await Promise.all([register('left', together), register('right', together)])
    expect(levels.sort((a, b) => a - b)).toEqual([0, 735])
  })

  it('A5 if another user registers at the same time as the user of the server, they do not get level 735', async () => {
    await start()
    const operator = createBarrier()
    const first = register('operator', async () => {
      await operator.stop()
      return true
    })
    await operator.reached
    expect(await register('stranger', answers.other)).toBe(0)
    operator.release()
    expect(await first).toBe(735)
  })

  it('A5 prints one activation link after others registered, which works once', async () => {
    await start()
    await register('stranger', answers.other)
    await register('another', answers.other)
    expect(lines).toEqual([expect.stringContaining('Nobody has level 735 yet')])
    const code = lines[0]?.split('/').at(-1) ?? ''
    const claim = (username: string) =>
      server.anonymous('claimTicket', { params: { code }, body: { code, data: data(username) } })
    expect(await granted(claim('operator'))).toEqual({ success: true })
    const body = { username: 'operator', password: PASSWORD }
    expect((await granted(server.anonymous('login', { body }))).user.level).toBe(735)
    expect(await refusal(claim('late'))).toBe('422 ticket')
    expect(await register('friend', answers.own)).toBe(0)
    expect(lines).toHaveLength(1)
  })

  it('A5 the printed link becomes invalid when the user of the server registers', async () => {
    await start()
    await register('stranger', answers.other)
    expect(await register('operator', answers.own)).toBe(735)
    const code = lines[0]?.split('/').at(-1) ?? ''
    const claim = { params: { code }, body: { code, data: data('late') } }
    expect(await refusal(server.anonymous('claimTicket', claim))).toBe('422 ticket')
  })

  it('A5 prints no link if the user of the server registered in the meantime', async () => {
    await start()
    const stranger = createBarrier()
    const second = register('stranger', async () => {
      await stranger.stop()
      return false
    })
    await stranger.reached
    expect(await register('operator', answers.own)).toBe(735)
    stranger.release()
    expect(await second).toBe(0)
    expect(lines).toEqual([])
  })

  it('A5 a server with people and without level 735 prints a link when it starts, an empty server none', async () => {
    await start()
    const startAgain = async () => {
      const makeLink = () => Promise.resolve('the link')
      const logFault = () => undefined
      const settings = readConfig({})
      await createFirstAccount(
        settings,
        { print: (line) => void lines.push(line) },
        { db: server.db, logFault, makeLink },
      ).offerLink()
    }
    await startAgain()
    expect(lines).toEqual([])
    await register('stranger', answers.other)
    await startAgain()
    expect(lines).toHaveLength(2)
    expect(await register('operator', answers.own)).toBe(735)
    await startAgain()
    expect(lines).toHaveLength(2)
  })

  it('A5 a person can register even if the link cannot be made, and the next one tries again', async () => {
    await start()
    await server.db.schema.alterTable('tickets').renameTo('tickets_away').execute()
    expect(await register('stranger', answers.other)).toBe(0)
    expect(lines).toEqual([])
    await server.db.schema.alterTable('tickets_away').renameTo('tickets').execute()
    expect(await register('another', answers.other)).toBe(0)
    expect(lines).toHaveLength(1)
  })

  it('A5 where others can reach the server, the first person gets level 735 from everywhere', async () => {
    await start({ HOST: '0.0.0.0', REGISTRATION: 'open' })
    expect(await register('visitor', () => Promise.reject(new Error('nobody looks')))).toBe(735)
  })

  it.each([
    ['open', { HOST: '0.0.0.0', REGISTRATION: 'open' }],
    ['by ticket', { HOST: '0.0.0.0' }],
  ])('A5 a later person gets no level 735 when others can reach the server, %s', async (_, settings) => {
    await start()
    expect(await register('stranger', answers.other)).toBe(0)
    const offered: string[] = []
    const connection = { remoteAddress: '203.0.113.7', remotePort: 5000 }
    const reachable = createFirstAccount(
      readConfig(settings),
      { print: (line) => void offered.push(line) },
      { db: server.db, logFault: () => undefined, makeLink: () => Promise.resolve('the link') },
    )
    expect(await reachable.isOpenTo(connection)).toBe(false)
    expect(await reachable.linkAtStart()).toBe(null)
    await reachable.offerLink()
    expect(offered).toEqual([expect.stringMatching(/^Nobody has level 735 yet.*the link$/)])
    expect(await register('operator', answers.own)).toBe(735)
    expect(await reachable.isOpenTo(connection)).toBe(true)
  })

  it('A5 a person who registers from the same machine without any setting gets level 735', async () => {
    lines = []
    server = await startTestServer(database, { print: (line) => void lines.push(line) })
    const { user } = await granted(server.anonymous('register', { body: data('operator') }))
    expect([user.level, lines]).toEqual([735, []])
  })
})
