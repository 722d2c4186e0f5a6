import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router'
import { LoginScreen } from '../features/login/LoginScreen.tsx'

export type Guard = (context: { location: { pathname: string } }) => void

/** The screens of the website, and the two that need a login but stand outside the app's shells. */
export function publicScreens<Parent extends AnyRoute>(website: Parent, _needLogin: Guard) {
  const getParentRoute = () => website
  return [
    createRoute({
      getParentRoute,
      path: '/',
      beforeLoad: () => {
        throw redirect({ to: '/login' })
      },
    }),
    createRoute({ getParentRoute, path: 'login', component: LoginScreen }),
  ] as const
}
