import { type AnyRoute, createRoute, useParams } from '@tanstack/react-router'
import { lazy } from 'react'

const SessionScreen = lazy(() =>
  import('../features/session/SessionScreen.tsx').then((module) => ({ default: module.SessionScreen })),
)

function Session() {
  const { ssid = '' } = useParams({ strict: false })
  return <SessionScreen key={ssid} ssid={ssid} />
}

/**
 * The screens below a shell, written once and mounted in both.
 *
 * @param shell the route of the shell
 * @param prefix what the names of its routes begin with: `app-` in the phone shell
 */
export function shellScreens<Parent extends AnyRoute>(shell: Parent, prefix: '' | 'app-') {
  const getParentRoute = () => shell
  const named = (name: string) => ({ getParentRoute, staticData: { name: `${prefix}${name}` } })
  return [createRoute({ ...named('session'), path: '$ssid', component: Session })] as const
}
