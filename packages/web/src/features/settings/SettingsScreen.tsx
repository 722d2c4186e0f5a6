import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProvider } from '../../shared/api/use-provider.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { useStore } from '../../shared/store/store.ts'
import { Avatar } from '../../shared/ui/Avatar.tsx'
import { Icon, type IconName } from '../../shared/ui/Icon.tsx'
import { pressableRow, Row } from '../../shared/ui/Row.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { BackLink, ShellLink } from '../../shared/ui/ShellLink.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import css from './SettingsScreen.module.css'
import { useLogOut } from './use-log-out.ts'

/** The level that may create beta tickets (spec section 6). */
const SUPER_LEVEL = 735

const Sign = ({ name }: { name: IconName }) => (
  <span className={css.sign}>
    <Icon name={name} />
  </span>
)

/** Everything about the person and this device. */
export function SettingsScreen() {
  const { t } = useTranslation()
  const user = useStore((state) => state.user)
  const provider = useProvider()
  const [changing, setChanging] = useState(false)
  const logOut = useLogOut()
  const chevron = <Icon name="chevron_right" size={18} />
  return (
    <Screen title={t('settings.title')} back={<BackLink />}>
      {user && (
        <div className={css.you}>
          <Avatar name={user.username} size={72} />
          <div>
            <p className={css.name}>{user.username}</p>
            <p className={css.email}>{user.email}</p>
          </div>
        </div>
      )}
      <ShellLink to={screenPath.setup()} className={pressableRow}>
        <Row
          start={<Sign name="download" />}
          title={t('settings.setup')}
          detail={t('settings.setupText')}
          end={chevron}
        />
      </ShellLink>
      {user?.level === SUPER_LEVEL && (
        <ShellLink to={screenPath.browse('ticket')} className={pressableRow}>
          <Row
            start={<Sign name="ticket" />}
            title={t('settings.ticket')}
            detail={t('settings.ticketText')}
            end={chevron}
          />
        </ShellLink>
      )}
      <button
        type="button"
        className={pressableRow}
        aria-expanded={changing}
        onClick={() => setChanging(!changing)}
      >
        <Row
          start={<Sign name="key" />}
          title={t('settings.password')}
          detail={t('settings.passwordText')}
          end={<Icon name={changing ? 'expand_more' : 'chevron_right'} size={18} />}
        />
      </button>
      {changing && <PasswordForm onDone={() => setChanging(false)} />}
      {provider && (
        <Row
          start={<Sign name="music" />}
          title={t('settings.provider', { name: provider.name })}
          detail={<span className={css.wrap}>{t('settings.providerText')}</span>}
        />
      )}
      <button type="button" className={pressableRow} onClick={() => void logOut()}>
        <Row start={<Sign name="logout" />} title={t('settings.logout')} detail={t('settings.logoutText')} />
      </button>
    </Screen>
  )
}
