import type { ActiveLogin } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { errorText } from '../../shared/api/error-text.ts'
import { agoText, momentText } from '../../shared/i18n/moment-text.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import { IconCircle } from '../../shared/ui/media/IconCircle.tsx'
import { Row } from '../../shared/ui/layout/Row.tsx'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import { useAction } from '../../shared/ui/buttons/use-action.ts'
import css from './SettingsScreen.module.css'
import { useLogOut } from './use-log-out.ts'

/**
 * The server stores the last use of a login at most once in this number of milliseconds (A9). So the stored time
 * can be too old by up to this value.
 */
const STORED_EVERY_MS = 3_600_000

/** A row with the device and the times of one login. @param onEnded is called when the login has ended */
export function LoginRow({ login, onEnded }: { login: ActiveLogin; onEnded: () => void }) {
  const { t } = useTranslation()
  const timesId = useId()
  const { state: ownState, logOut } = useLogOut()
  const { state, run } = useAction()
  const device = deviceText(t, login)
  const signOut = async () => {
    if (login.current) return logOut()
    const answer = await run(() => call('endLogin', { params: { id: login.id } }))
    if (!answer) return
    // The answer `not-found` means that the login has already ended, so it is no error.
    if (!answer.ok && answer.error.code !== 'not-found')
      return void showToast({ text: errorText(t, answer), tone: 'bad' })
    showToast({ text: t('logins.ended', { device }), tone: 'good' })
    onEnded()
  }
  return (
    <Row
      selected={login.current}
      start={<IconCircle name="devices" />}
      title={<span className={css.wrap}>{device}</span>}
      detail={
        <span id={timesId} className={css.times}>
          {login.current ? (
            <span className={css.thisDevice}>{t('logins.current')}</span>
          ) : (
            <span>{usedText(t, login)}</span>
          )}
          <span>{t('logins.since', { when: momentText(login.firstSeen) })}</span>
        </span>
      }
      end={
        <Button
          size="s"
          state={login.current ? ownState : state}
          aria-label={t('logins.endDevice', { device })}
          // Screen readers also read the times, because two logins can have the same device name.
          aria-describedby={timesId}
          onClick={() => void signOut()}
        >
          {t('logins.end')}
        </Button>
      }
    />
  )
}

function deviceText(t: TFunction, { browser, system }: ActiveLogin): string {
  if (browser && system) return t('logins.device', { browser, system })
  return browser ?? system ?? t('logins.unknown')
}

function usedText(t: TFunction, { lastUsed }: ActiveLogin): string {
  if (Date.now() - lastUsed < STORED_EVERY_MS) return t('logins.usedNow')
  return t('logins.used', { when: agoText(lastUsed) })
}
