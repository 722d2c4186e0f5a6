/**
 * The start of all addresses in a layout: `/main` on a desktop, `/app` on a phone. Both layouts have almost the same
 * screens.
 */
export type Shell = '/main' | '/app'

/** Returns the start of the addresses in the layout to which an address belongs. For public pages this is `/main`. */
export const shellOf = (path: string): Shell => (/^\/app(?:\/|$)/.test(path) ? '/app' : '/main')

/** The paths of the screens, to be added to a `Shell`. The path of a session is its id. */
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

/** Returns the address of the same screen in a layout. */
export function pathInShell(path: string, shell: Shell): string {
  const rest = path.replace(/^\/(?:main|app)(?=\/|$)/, '')
  // The phone layout has no song screen, so its home screen opens instead.
  return shell + (shell === '/app' && rest === '/song' ? '' : rest)
}

/**
 * Creates the link that people share (spec section 2, Social). The link has the address in the desktop layout. On a
 * phone, the app changes to the phone layout.
 */
export const shareLink = (origin: string, ssid: string): string => `${origin}/#/main/${ssid}`
