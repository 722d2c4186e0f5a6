import type { RemovalReason } from '@jointly/contract'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { endLoginOnServer } from '../../shared/api/log-out.ts'
import { useNoDrawer } from '../../shared/browser/back/use-layer.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { rememberTarget } from '../../shared/browser/login-target.ts'
import { useGo } from '../../shared/browser/layout/use-shell.ts'
import { signOut, useStore } from '../../shared/store/store.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import type { IconName } from '../../shared/ui/media/Icon.tsx'
import { ButtonLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { EmptyState } from '../../shared/ui/states/StateNote.tsx'
import { showToast } from '../../shared/ui/toasts/toast.ts'

/**
 * The reasons that this note explains. `deleted` is not one of them, because the home screen opens after the deletion
 * of a session.
 */
type NoAccessReason = Exclude<RemovalReason, 'deleted'>

const signs: Record<NoAccessReason, IconName> = {
  'not-found': 'search',
  policy: 'lock',
  'no-guests': 'lock',
  banned: 'lock',
}

type NoAccessNoteProps = { ssid: string; reason: NoAccessReason; onRetry: () => void }

/** Explains why the person cannot enter the session, and offers to open the home screen or to try again. */
export function NoAccessNote({ ssid, reason, onRetry }: NoAccessNoteProps) {
  const { t } = useTranslation()
  const isGuest = useStore((state) => state.user?.guest === true)
  useNoDrawer()
  if (reason === 'no-guests') return <NoGuestsNote ssid={ssid} />
  const needsAccount = reason === 'policy' && isGuest
  return (
    <EmptyState
      isPage
      icon={signs[reason]}
      title={t(`session.out.${reason}`)}
      text={t(`session.out.${needsAccount ? 'policyGuest' : reason}Text`)}
    >
      {needsAccount && <CreateAccountButton ssid={ssid} />}
      <ButtonLink {...(!needsAccount && { tone: 'primary' })} to={screenPath.home()}>
        {t('session.out.home')}
      </ButtonLink>
      <Button icon="refresh" onClick={onRetry}>
        {t('state.retry')}
      </Button>
    </EmptyState>
  )
}

/** Stores the address of a session, so that the app opens it after the registration or the login. */
const rememberSession = (ssid: string) => rememberTarget(`/main${screenPath.session(ssid)}`)

/** The button with which a guest creates an account and comes back to the session. */
function CreateAccountButton({ ssid }: { ssid: string }) {
  const { t } = useTranslation()
  return (
    <ButtonLink tone="primary" to={screenPath.settings()} onClick={() => rememberSession(ssid)}>
      {t('toAccount.title')}
    </ButtonLink>
  )
}

/** Explains that the session accepts no guests now (G5), and offers to create an account or to log in. */
function NoGuestsNote({ ssid }: { ssid: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const logIn = async () => {
    await endLoginOnServer()
    signOut()
    rememberSession(ssid)
    await navigate({ to: '/login' })
  }
  return (
    <EmptyState isPage icon="lock" title={t('session.out.no-guests')} text={t('session.out.no-guestsText')}>
      <CreateAccountButton ssid={ssid} />
      <Button icon="login" onClick={() => void logIn()}>
        {t('session.out.logIn')}
      </Button>
      <ButtonLink tone="quiet" to={screenPath.home()}>
        {t('session.out.home')}
      </ButtonLink>
    </EmptyState>
  )
}

/**
 * Opens the home screen with the message that the session was deleted (S6). The owner of the session gets a different
 * message.
 */
export function RedirectHome({ ssid }: { ssid: string }) {
  const { t } = useTranslation()
  const go = useGo()
  useEffect(() => {
    const row = useStore.getState().invites.find((invite) => invite.session_uuid === ssid)
    const text =
      row?.mode === 'own'
        ? t('session.out.deletedOwn')
        : `${t('session.out.deleted')}. ${t('session.out.deletedText')}`
    showToast({ text })
    go(screenPath.home(), { replace: true })
  }, [t, go, ssid])
  return null
}
