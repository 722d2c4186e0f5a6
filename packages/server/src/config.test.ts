import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const problemsOf = (settings: Record<string, string>) => {
  try {
    readConfig(settings)
    return []
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : []
  }
}

describe('settings', () => {
  it('have defaults for a computer at home', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicOrigin: null,
      databaseUrl: null,
      registration: 'open',
      logLevel: 'info',
      spotify: null,
    })
  })

  it('A5 registration needs a ticket if other machines can reach the server, unless the setting says otherwise', () => {
    const registration = (settings: Record<string, string>) => readConfig(settings).registration
    expect(registration({ HOST: '0.0.0.0' })).toBe('ticket')
    expect(registration({ HOST: '192.168.1.7' })).toBe('ticket')
    expect(registration({ PUBLIC_ORIGIN: 'https://music.example.org' })).toBe('ticket')
    expect(registration({ PUBLIC_ORIGIN: 'http://127.0.0.1:8080', TRUST_PROXY: 'loopback' })).toBe('ticket')
    expect(registration({ PUBLIC_ORIGIN: 'http://localhost:3000', HOST: '::1' })).toBe('open')
    expect(registration({ HOST: '0.0.0.0', REGISTRATION: 'open' })).toBe('open')
    expect(registration({ REGISTRATION: 'ticket' })).toBe('ticket')
  })

  it.each([
    ['in a network', { HOST: '0.0.0.0' }],
    ['behind a proxy', { PUBLIC_ORIGIN: 'https://music.example.org' }],
  ])(
    'B5 a server %s does not start with PROVIDER_LOGIN_AS=on, and prints what to set',
    (_where, settings) => {
      expect(() => readConfig({ ...settings, PROVIDER_LOGIN_AS: 'on' })).toThrow(
        /^PROVIDER_LOGIN_AS is on, .*Remove PROVIDER_LOGIN_AS/,
      )
      expect(readConfig({ ...settings, PROVIDER_LOGIN_AS: 'off' }).providerLoginAs).toBe(false)
      expect(readConfig({ PROVIDER_LOGIN_AS: 'on' }).providerLoginAs).toBe(true)
    },
  )

  it('count as missing when they are empty', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', PUBLIC_ORIGIN: '' })).toMatchObject({
      port: 3000,
      publicOrigin: null,
    })
  })

  it('reduce a public address to its origin', () => {
    expect(readConfig({ PUBLIC_ORIGIN: 'https://Music.Example.org/' }).publicOrigin).toBe(
      'https://music.example.org',
    )
  })

  it('use Spotify if there is a client id, at its own or at the configured addresses', () => {
    expect(readConfig({ SPOTIFY_CLIENT_ID: 'c' }).spotify).toMatchObject({
      clientSecret: null,
      accountsBase: 'https://accounts.spotify.com',
      apiBase: 'https://api.spotify.com/v1',
    })
    const elsewhere = { SPOTIFY_CLIENT_ID: 'c', SPOTIFY_API_BASE: 'http://127.0.0.1:4000/spotify/api/v1/' }
    expect(readConfig(elsewhere).spotify?.apiBase).toBe('http://127.0.0.1:4000/spotify/api/v1')
  })

  it.each([4190, 6000, 6566, 6665, 10080])('O9 a port that browsers do not open is refused: %i', (port) => {
    const problem = `has port ${port}, which browsers do not open. Choose another one, such as 3000.`
    expect(problemsOf({ PORT: `${port}` })).toEqual([`PORT ${problem}`])
    const origin = `https://music.example.org:${port}`
    expect(problemsOf({ PUBLIC_ORIGIN: origin })).toEqual([`PUBLIC_ORIGIN ${problem}`])
    // Behind a proxy, browsers open the port of PUBLIC_ORIGIN and not PORT.
    expect(problemsOf({ PORT: `${port}`, PUBLIC_ORIGIN: 'https://music.example.org' })).toEqual([])
    expect(problemsOf({ PORT: `${port + 1000}` })).toEqual([])
  })

  it('are refused with one line for each invalid setting', () => {
    const bad = {
      PORT: '70000',
      LOG_LEVEL: 'loud',
      REGISTRATION: 'closed',
      DATABASE_URL: 'mysql://x',
      PUBLIC_ORIGIN: 'x',
    }
    const problems = problemsOf(bad)
    expect(problems).toHaveLength(5)
    for (const name of Object.keys(bad))
      expect(problems.some((line) => line.startsWith(`${name} `))).toBe(true)
  })

  it.each(['redis://:50%off@127.0.0.1', 'redis://:%ff@127.0.0.1', 'redis://127.0.0.1/jointly'])(
    'O9 an address of Redis that its client refuses is refused: %s',
    (address) => {
      expect(problemsOf({ REDIS_URL: address })).toEqual([
        'REDIS_URL must be a redis:// or rediss:// address; percent-encode its password; its path may only be the number of a database.',
      ])
    },
  )

  it('O9 an address of Redis with a percent-encoded password and the number of a database is accepted', () => {
    for (const address of ['redis://h', 'rediss://u:50%25off@h:6380/', 'redis://:p@[::1]/15'])
      expect(readConfig({ REDIS_URL: address }).redisUrl).toBe(address)
  })

  it('O1 a proxied server without PUBLIC_ORIGIN does not start and prints what to set', () => {
    expect(problemsOf({ TRUST_PROXY: 'loopback' })).toEqual([
      'TRUST_PROXY is loopback, so a proxy is in front. Set PUBLIC_ORIGIN to the address people open, for example PUBLIC_ORIGIN=https://music.example.org.',
    ])
    expect(problemsOf({ TRUST_PROXY: 'loopback', PUBLIC_ORIGIN: 'https://music.example.org' })).toEqual([])
  })

  it('O1 proxies that are not addresses are refused', () => {
    const behind = (TRUST_PROXY: string) =>
      problemsOf({ TRUST_PROXY, PUBLIC_ORIGIN: 'https://music.example.org' })
    for (const proxies of ['loopback', '127.0.0.1', '10.0.0.0/8, ::1', 'fd00::/8,uniquelocal'])
      expect([proxies, behind(proxies)]).toEqual([proxies, []])
    for (const proxies of ['true', '1', 'nginx', '10.0.0.0/33', '10.0.0.0/8/8', 'loopback/8', '::1,'])
      expect([proxies, behind(proxies)]).toEqual([proxies, [expect.stringMatching(/^TRUST_PROXY must be/)]])
  })

  it('A15 mail needs a server, a sender and the public origin, each in a valid form', () => {
    const mail = { SMTP_URL: 'smtps://mail.example.org', MAIL_FROM: 'Jointly <jointly@example.org>' }
    const settings = { ...mail, PUBLIC_ORIGIN: 'https://music.example.org' }
    expect(readConfig(settings).mail).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM })
    expect(readConfig({}).mail).toBeNull()
    expect(problemsOf(mail)).toEqual(['SMTP_URL is set, but PUBLIC_ORIGIN is not.'])
    expect(problemsOf({ ...settings, MAIL_FROM: '' })).toEqual(['SMTP_URL is set, but MAIL_FROM is not.'])
    expect(problemsOf({ MAIL_FROM: mail.MAIL_FROM })).toEqual(['MAIL_FROM is set, but SMTP_URL is not.'])
    expect(problemsOf({ ...settings, SMTP_URL: 'https://mail.example.org' })).toHaveLength(1)
    for (const MAIL_FROM of ['jointly', 'a@b\r\nBcc: c@d'])
      expect(problemsOf({ ...settings, MAIL_FROM })).toHaveLength(1)
  })

  it('are refused when they contradict each other', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://localhost/jointly' })).toEqual([
      'SECRET_KEY is required with DATABASE_URL: every server of one database needs the same.',
    ])
    expect(problemsOf({ SPOTIFY_API_BASE: 'http://127.0.0.1:4000' })[0]).toContain('SPOTIFY_CLIENT_ID is not')
  })
})
