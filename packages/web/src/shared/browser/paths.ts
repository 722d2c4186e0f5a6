/** The two shells. They contain the same screens. */
export type Shell = '/main' | '/app'

/** The shell of an address; the desktop shell for public pages. */
export const shellOf = (path: string): Shell => (/^\/app(?:\/|$)/.test(path) ? '/app' : '/main')

/** The paths of the screens below a shell. The path of a session is its id. */
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

/** The address of the same screen in the other shell, for a window that changed its layout. */
export function pathInShell(path: string, shell: Shell): string {
  const rest = path.replace(/^\/(?:main|app)(?=\/|$)/, '')
  // Only the desktop shell has the song screen.
  return shell + (shell === '/app' && rest === '/song' ? '' : rest)
}

/**
 * The link that people share (spec section 2, Social). It opens the desktop shell, which switches to the phone shell on
 * a phone.
 */
export const shareLink = (origin: string, ssid: string): string => `${origin}/#/main/${ssid}`
