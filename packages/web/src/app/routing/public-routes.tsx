import { type AnyRoute, createRoute, redirect, useParams } from '@tanstack/react-router'
import { lazyNamed } from '../../shared/ui/parts/lazy-named.ts'
import { type ComponentType } from 'react'
import { Landing } from '../../features/website/Landing.tsx'
import { loadInside } from '../load-inside.ts'
import { loadPage } from '../load-page.ts'
import { requireLogin } from './guard.ts'
import { LoginScreen } from './LoginScreen.tsx'
import { lazyScreen } from './lazy-screen.ts'

const RegisterForm = lazyNamed(
  () => loadPage(() => import('../../features/login/RegisterForm.tsx')),
  'RegisterForm',
)
const ActivateForm = lazyNamed(
  () => loadPage(() => import('../../features/login/ActivateForm.tsx')),
  'ActivateForm',
)
const ForgotForm = lazyNamed(
  () => loadPage(() => import('../../features/login/ForgotForm.tsx')),
  'ForgotForm',
)
const ResetForm = lazyNamed(() => loadPage(() => import('../../features/login/ResetForm.tsx')), 'ResetForm')

const how = lazyScreen(() => loadPage(() => import('../../features/website/HowScreen.tsx')), 'HowScreen')
const about = lazyScreen(
  () => loadPage(() => import('../../features/website/AboutScreen.tsx')),
  'AboutScreen',
)
const details = lazyScreen(
  () => loadPage(() => import('../../features/website/DetailsScreen.tsx')),
  'DetailsScreen',
)

function Activate() {
  const { code = '' } = useParams({ strict: false })
  return <ActivateForm key={code} code={code} />
}

function Reset() {
  const { code = '' } = useParams({ strict: false })
  return <ResetForm key={code} code={code} />
}

const inLanding = (Content: ComponentType) => () => (
  <Landing brief>
    <Content />
  </Landing>
)

/**
 * Why the login opens: a login ended, the account was deleted, or an account was just created. `created` is `other` if
 * another person is still logged in.
 */
type LoginSearch = { ended?: true | 'deleted'; created?: true | 'other' }

/**
 * Creates the routes of the public pages, and of the onboarding and the loader, which need a login but belong to no
 * layout.
 */
export function publicScreens<Parent extends AnyRoute>(website: Parent) {
  const getParentRoute = () => website
  return [
    createRoute({
      getParentRoute,
      path: '/',
      beforeLoad: () => {
        throw redirect({ to: '/login' })
      },
    }),
    createRoute({
      getParentRoute,
      path: 'login',
      component: LoginScreen,
      validateSearch: ({ ended, created }: Record<string, unknown>): LoginSearch => ({
        ...((ended === true || ended === 'deleted') && { ended }),
        ...((created === true || created === 'other') && { created }),
      }),
    }),
    createRoute({ getParentRoute, path: 'form', component: inLanding(RegisterForm) }),
    createRoute({ getParentRoute, path: 'activate/$code', component: inLanding(Activate) }),
    createRoute({ getParentRoute, path: 'forgot', component: inLanding(ForgotForm) }),
    createRoute({ getParentRoute, path: 'reset/$code', component: inLanding(Reset) }),
    createRoute({ getParentRoute, path: 'how', component: how }),
    createRoute({ getParentRoute, path: 'about', component: about }),
    createRoute({ getParentRoute, path: 'details', component: details }),
    createRoute({
      getParentRoute,
      path: 'join',
      validateSearch: (search: Record<string, unknown>): { unknown?: string } =>
        typeof search.unknown === 'string' ? { unknown: search.unknown } : {},
      component: lazyScreen(
        () => loadPage(() => import('../../features/link-invitation/JoinScreen.tsx')),
        'JoinScreen',
      ),
    }),
    createRoute({
      getParentRoute,
      path: 'load',
      beforeLoad: requireLogin,
      component: lazyScreen(() => import('../../features/loader/LoaderScreen.tsx'), 'LoaderScreen'),
    }),
    createRoute({
      getParentRoute,
      path: 'onboarding',
      beforeLoad: requireLogin,
      component: lazyScreen(
        () => loadInside(() => import('../../features/accounts/OnboardingScreen.tsx')),
        'OnboardingScreen',
      ),
    }),
  ] as const
}
