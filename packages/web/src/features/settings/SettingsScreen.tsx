import { SUPER_LEVEL, type User } from '@jointly/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProvider } from '../../shared/api/use-provider.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { useStore } from '../../shared/store/store.ts'
import { Panel } from '../../shared/ui/layout/Panel.tsx'
import { Screen } from '../../shared/ui/layout/Screen.tsx'
import { BackLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { scrollIntoView } from '../../shared/ui/layout/scroll-into-view.ts'
import { DeleteAccountForm } from './DeleteAccountForm.tsx'
import { ExportEntry } from './ExportEntry.tsx'
import { GuestSettings } from './guest/GuestSettings.tsx'
import { LogOutEverywhere } from './LogOutEverywhere.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Profile } from './Profile.tsx'
import { SettingsEntry, SettingsLink } from './SettingsEntry.tsx'
import { DeviceEntries } from './DeviceEntries.tsx'
import css from './SettingsScreen.module.css'
import { useLogOut } from './use-log-out.ts'

export function SettingsScreen() {
  const user = useStore((state) => state.user)
  return user?.guest ? <GuestSettings user={user} /> : <AccountSettings user={user} />
}

function AccountSettings({ user }: { user: User | null }) {
  const { t } = useTranslation()
  const provider = useProvider()
  const { state, logOut } = useLogOut()
  return (
    <Screen wide title={t('settings.title')} back={<BackLink />}>
      {user && <Profile user={user} />}
      <div className={css.groups}>
        <Panel title={t('settings.groups.device')}>
          <DeviceEntries />
          <SettingsLink icon="download" name="setup" to={screenPath.setup()} />
          <SettingsEntry
            icon="logout"
            title={t('settings.logout')}
            text={t('settings.onThisDevice')}
            state={state}
            onClick={() => void logOut()}
          />
        </Panel>
        <AccountGroup />
        <Panel title={t('settings.groups.server')}>
          {user?.level === SUPER_LEVEL && <OperatorLinks />}
          {provider && (
            <SettingsLink
              icon="music"
              name="provider"
              providerName={provider.name}
              to={screenPath.accounts()}
            />
          )}
        </Panel>
      </div>
    </Screen>
  )
}

/** The settings of the account: password, passkeys, logins, export and deletion. */
function AccountGroup() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'password' | 'delete' | null>(null)
  const toggle = (which: 'password' | 'delete') => setOpen(open === which ? null : which)
  const passwordButton = useRef<HTMLButtonElement>(null)
  const deleteButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    // The form with the focus disappears, so the button that opened it gets the focus.
    const button = open === 'password' ? passwordButton : deleteButton
    button.current?.focus()
    setOpen(null)
  }
  return (
    <Panel title={t('settings.groups.account')}>
      <SettingsEntry
        ref={passwordButton}
        icon="key"
        title={t('settings.password')}
        text={t('settings.passwordText')}
        expanded={open === 'password'}
        onClick={() => toggle('password')}
      />
      {open === 'password' && (
        <div ref={scrollIntoView}>
          <PasswordForm onDone={close} />
        </div>
      )}
      <SettingsLink icon="passkey" name="passkeys" to={screenPath.passkeys()} />
      <SettingsLink icon="devices" name="logins" to={screenPath.logins()} />
      <ExportEntry />
      <LogOutEverywhere />
      <SettingsEntry
        ref={deleteButton}
        danger
        icon="delete"
        title={t('settings.delete')}
        text={t('settings.deleteText')}
        expanded={open === 'delete'}
        onClick={() => toggle('delete')}
      />
      {open === 'delete' && (
        <div ref={scrollIntoView}>
          <DeleteAccountForm onCancel={close} />
        </div>
      )}
    </Panel>
  )
}

/** The links to the tools for the operator of the server. */
const OperatorLinks = () => (
  <>
    <SettingsLink icon="ticket" name="ticket" to={screenPath.browse('ticket')} />
    <SettingsLink icon="lock" name="resetLink" to={screenPath.resetLink()} />
    <SettingsLink icon="options" name="doctor" to={screenPath.doctor()} />
  </>
)
