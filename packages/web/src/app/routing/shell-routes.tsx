import { type AnyRoute, createRoute, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { lazyPart } from '../../shared/ui/parts/lazy-part.ts'
import { FailedScreen } from '../CrashScreen.tsx'
import { lazyScreen } from './lazy-screen.ts'

const UpgradeScreen = lazyPart(
  () => import('../../features/upgrade/UpgradeScreen.tsx'),
  'UpgradeScreen',
  FailedScreen,
)
const AccountScreen = lazyPart(
  () => import('../../features/accounts/AccountScreen.tsx'),
  'AccountScreen',
  FailedScreen,
)
const BrowseScreen = lazyPart(
  () => import('../../features/browse/BrowseScreen.tsx'),
  'BrowseScreen',
  FailedScreen,
)

/**
 * The route of a session renders nothing. `ScreenWithSession` renders the session, so that it stays on the page
 * when another screen is shown (M1).
 */
const Session = () => null

function Upgrade() {
  const { ssid = '' } = useParams({ strict: false })
  return <UpgradeScreen key={ssid} ssid={ssid} />
}

function Account() {
  const { id = '' } = useParams({ strict: false })
  return <AccountScreen key={id} id={id} />
}

function Browse() {
  const { action = '' } = useParams({ strict: false })
  return <BrowseScreen page={action} />
}

/** A screen that only people with an account see (G2). Its code is loaded when it is first shown. */
function lazyForAccounts<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazyScreen(async () => {
    const [{ forAccounts }, screens] = await Promise.all([import('./for-accounts.tsx'), load()])
    return { default: forAccounts(screens[name]) }
  })
}

const homeScreen = lazyScreen(() => import('../../features/home/HomeScreen.tsx'), 'HomeScreen')
const homeMain = lazyScreen(() => import('../../features/home/HomeMain.tsx'), 'HomeMain')
const edit = lazyForAccounts(() => import('../../features/home/EditScreen.tsx'), 'EditScreen')
const timeline = lazyScreen(() => import('../../features/timeline/TimelineScreen.tsx'), 'TimelineScreen')
const accounts = lazyScreen(() => import('../../features/accounts/AccountsScreen.tsx'), 'AccountsScreen')
const friends = lazyForAccounts(() => import('../../features/friends/FriendsScreen.tsx'), 'FriendsScreen')
const findFriends = lazyForAccounts(
  () => import('../../features/friends/FindFriendsScreen.tsx'),
  'FindFriendsScreen',
)
const settings = lazyScreen(() => import('../../features/settings/SettingsScreen.tsx'), 'SettingsScreen')
const setup = lazyScreen(() => import('../../features/settings/SetupScreen.tsx'), 'SetupScreen')
const passkeys = lazyForAccounts(
  () => import('../../features/settings/passkeys/PasskeysScreen.tsx'),
  'PasskeysScreen',
)
const resetLink = lazyForAccounts(
  () => import('../../features/settings/ResetLinkScreen.tsx'),
  'ResetLinkScreen',
)
const logins = lazyScreen(() => import('../../features/settings/LoginsScreen.tsx'), 'LoginsScreen')
const doctor = lazyScreen(() => import('../../features/doctor/DoctorScreen.tsx'), 'DoctorScreen')
const song = lazyScreen(() => import('../../features/browse/SongScreen.tsx'), 'SongScreen')

/**
 * Creates the routes of the screens in one layout.
 * @param shell the route of the layout
 * @param prefix the start of the route names: `app-` in the phone layout
 */
export function shellScreens<Parent extends AnyRoute>(shell: Parent, prefix: '' | 'app-') {
  const getParentRoute = () => shell
  const named = (name: string) => ({ getParentRoute, staticData: { name: `${prefix}${name}` } })
  return [
    createRoute({ ...named('home'), path: '/', component: prefix === '' ? homeMain : homeScreen }),
    createRoute({ ...named('edit'), path: 'edit', component: edit }),
    createRoute({ ...named('timeline'), path: 'timeline', component: timeline }),
    createRoute({ ...named('accounts'), path: 'accounts', component: accounts }),
    createRoute({ ...named('manage-account'), path: 'account/$id', component: Account }),
    createRoute({ ...named('friends'), path: 'friends', component: friends }),
    createRoute({ ...named('friend-search'), path: 'friends/find', component: findFriends }),
    createRoute({ ...named('settings'), path: 'settings', component: settings }),
    createRoute({ ...named('setup'), path: 'settings/setup', component: setup }),
    createRoute({ ...named('logins'), path: 'settings/logins', component: logins }),
    createRoute({ ...named('passkeys'), path: 'settings/passkeys', component: passkeys }),
    createRoute({ ...named('reset-link'), path: 'settings/reset', component: resetLink }),
    createRoute({ ...named('doctor'), path: 'settings/doctor', component: doctor }),
    createRoute({ ...named('browse'), path: 'browse', component: Browse }),
    createRoute({ ...named('browse-action'), path: 'browse/$action', component: Browse }),
    createRoute({ ...named('session'), path: '$ssid', component: Session }),
    createRoute({ ...named('upgrade'), path: '$ssid/upgrade', component: Upgrade }),
    // Only the desktop layout has this screen.
    ...(prefix === '' ? [createRoute({ ...named('song'), path: 'song', component: song })] : []),
  ] as const
}
