import type { User } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { whileEndingLogin } from '../../../shared/api/login-ended.ts'
import { useProvider } from '../../../shared/api/use-provider.ts'
import { forgetGuest } from '../../../shared/browser/stored-guest.ts'
import { screenPath } from '../../../shared/browser/paths.ts'
import { BackLink } from '../../../shared/ui/buttons/ShellLink.tsx'
import { ConfirmAction } from '../../../shared/ui/dialogs/ConfirmAction.tsx'
import { Screen } from '../../../shared/ui/layout/Screen.tsx'
import { ExportEntry } from '../ExportEntry.tsx'
import { NicknameEntry } from './NicknameEntry.tsx'
import { Profile } from '../Profile.tsx'
import { SettingsEntry, SettingsLink } from '../SettingsEntry.tsx'
import { DeviceEntries } from '../DeviceEntries.tsx'
import { UpgradeForm } from '../UpgradeForm.tsx'
import { useForgetPerson } from '../use-log-out.ts'

/**
 * The settings of a guest, with the form that creates an account for the guest (G6). Settings that need an account
 * are not shown (G2).
 */
export function GuestSettings({ user }: { user: User }) {
  const { t } = useTranslation()
  const mode = useProvider()?.registration
  return (
    <Screen title={t('settings.title')} back={<BackLink />}>
      <Profile user={user} />
      <NicknameEntry nickname={user.username} />
      <UpgradeForm nickname={user.username} isByTicket={mode === 'ticket'} />
      <SettingsLink icon="download" name="setup" to={screenPath.setup()} />
      <DeviceEntries />
      <ExportEntry />
      <DeleteGuest />
    </Screen>
  )
}

/** Asks for confirmation, then deletes the guest (G7). */
function DeleteGuest() {
  const { t } = useTranslation()
  const forgetPerson = useForgetPerson()
  return (
    <ConfirmAction
      title={t('toAccount.deleteAsk')}
      text={t('toAccount.deleteText')}
      action={t('toAccount.delete')}
      run={() => whileEndingLogin(() => call('deleteGuest'))}
      onDone={() => {
        forgetGuest()
        void forgetPerson()
      }}
    >
      {(ask) => (
        <SettingsEntry
          danger
          icon="delete"
          title={t('toAccount.delete')}
          text={t('toAccount.deleteText')}
          onClick={ask}
        />
      )}
    </ConfirmAction>
  )
}
