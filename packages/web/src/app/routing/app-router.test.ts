import { beforeEach, describe, expect, it } from 'vitest'
import { rememberedTarget } from '../../shared/browser/login-target.ts'
import { router } from './app-router.tsx'

const ssid = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'

/** Opens a path. @returns the path after all redirects */
async function opened(path: string): Promise<string> {
  await router.navigate({ to: path })
  await router.load()
  return router.state.location.pathname
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the route guard (spec section 2)', () => {
  it('sends a person without a token to the login', async () => {
    for (const path of ['/', '/main', '/app/settings', '/onboarding', '/load'])
      expect(await opened(path)).toBe('/login')
  })

  it('A1 treats the text null as no token', async () => {
    localStorage.setItem('token', 'null')
    expect(await opened('/main/timeline')).toBe('/login')
  })

  it('D8 remembers the session of a share link that was opened while logged out', async () => {
    expect(await opened(`/main/${ssid}`)).toBe('/login')
    expect(rememberedTarget()).toEqual({ kind: 'session', ssid })
  })

  it('has every route of the specification, each screen in both shells and the song screen in one', () => {
    const screens = [
      'edit',
      'timeline',
      'accounts',
      'account/$id',
      'friends',
      'friends/find',
      'settings',
      'settings/doctor',
      'settings/logins',
      'settings/passkeys',
      'settings/reset',
      'settings/setup',
      'browse',
      'browse/$action',
      '$ssid',
      '$ssid/upgrade',
    ]
    const website = [
      '/',
      '/login',
      '/form',
      '/activate/$code',
      '/forgot',
      '/reset/$code',
      '/how',
      '/about',
      '/details',
      '/join',
    ]
    const shells = ['/main', '/app'].flatMap((shell) => [
      `${shell}/`,
      ...screens.map((each) => `${shell}/${each}`),
    ])
    const paths = new Set(Object.values(router.routesById).map((route) => route.fullPath))
    expect([...paths].filter((path) => path !== '/main' && path !== '/app').sort()).toEqual(
      [...website, '/load', '/onboarding', '/stage/{-$code}', ...shells, '/main/song'].sort(),
    )
  })

  it('names the routes of the phone shell with the prefix app-', () => {
    const names = Object.values(router.routesById).map((route) => route.options.staticData?.name)
    expect(names).toContain('manage-account')
    expect(names).toContain('app-manage-account')
    expect(names).toContain('app-friend-search')
    expect(names).toContain('song')
    expect(names).not.toContain('app-song')
  })
})
