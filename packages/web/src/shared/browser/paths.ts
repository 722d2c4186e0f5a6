/** The two shells that mount the same screens. */
export type Shell = '/main' | '/app'

/** Which shell an address belongs to; the desktop's for public pages. */
export const shellOf = (path: string): Shell => (/^\/app(?:\/|$)/.test(path) ? '/app' : '/main')

/** The screens below a shell. A session is addressed by its id alone. */
export const screenPath = {
  home: () => '',
  edit: () => '/edit',
  timeline: () => '/timeline',
  accounts: () => '/accounts',
  account: (id: string) => `/account/${encodeURIComponent(id)}`,
  friends: () => '/friends',
  findFriends: () => '/friends/find',
  settings: () => '/settings',
  doctor: () => '/settings/doctor',
  logins: () => '/settings/logins',
  passkeys: () => '/settings/passkeys',
  resetLink: () => '/settings/reset',
  setup: () => '/settings/setup',
  browse: (action?: string) => (action ? `/browse/${encodeURIComponent(action)}` : '/browse'),
  session: (ssid: string) => `/${ssid}`,
  upgrade: (ssid: string) => `/${ssid}/upgrade`,
} as const

/** The same screen in the other shell, for a window that changed its layout. */
export function mirrored(path: string, shell: Shell): string {
  const rest = path.replace(/^\/(?:main|app)(?=\/|$)/, '')
  // The song screen exists in the desktop shell only.
  return shell + (shell === '/app' && rest === '/song' ? '' : rest)
}

/** The link people share (spec section 2, Social): it opens the desktop shell, which switches on a phone. */
export const shareLink = (origin: string, ssid: string): string => `${origin}/#/main/${ssid}`
