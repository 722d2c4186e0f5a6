/**
 * The start of all addresses in a layout: `/main` on a desktop, `/app` on a phone. Both layouts have the same
 * screens.
 */
export type Shell = '/main' | '/app'

/** Returns the layout of an address. Public pages count as desktop. */
export const shellOf = (path: string): Shell => (/^\/app(?:\/|$)/.test(path) ? '/app' : '/main')

/** The paths of the screens inside a layout. The path of a session is its id. */
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

/** Returns the address of the same screen in the other layout. */
export function pathInShell(path: string, shell: Shell): string {
  const rest = path.replace(/^\/(?:main|app)(?=\/|$)/, '')
  // The phone layout has no song screen, so its home screen opens instead.
  return shell + (shell === '/app' && rest === '/song' ? '' : rest)
}

/**
 * Creates the link that people share (spec section 2, Social). The link opens the desktop layout, and on a
 * phone the app then changes to the phone layout.
 */
export const shareLink = (origin: string, ssid: string): string => `${origin}/#/main/${ssid}`
