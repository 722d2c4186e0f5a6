import type { User } from '@jointly/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { errorText } from '../../../shared/api/error-text.ts'
import { whileEndingLogin } from '../../../shared/api/login-ended.ts'
import { useProvider } from '../../../shared/api/use-provider.ts'
import { storeGuest } from '../../../shared/browser/guest.ts'
import { screenPath } from '../../../shared/browser/paths.ts'
import { useAction } from '../../../shared/ui/buttons/use-action.ts'
import { BackLink } from '../../../shared/ui/buttons/ShellLink.tsx'
import { ConfirmDialog } from '../../../shared/ui/dialogs/ConfirmDialog.tsx'
import { Screen } from '../../../shared/ui/layout/Screen.tsx'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import { ExportEntry } from '../ExportEntry.tsx'
import { LanguageEntry } from '../LanguageEntry.tsx'
import { NicknameEntry } from './NicknameEntry.tsx'
import { NoticesEntry } from '../NoticesEntry.tsx'
import { Profile } from '../Profile.tsx'
import { SettingsEntry, SettingsLink, SettingsNote } from '../SettingsEntry.tsx'
import { ThemeEntry } from '../ThemeEntry.tsx'
import { UpgradeForm } from '../UpgradeForm.tsx'
import { useForgetPerson } from '../use-log-out.ts'

/**
 * The settings of a guest, with the form that creates an account for the guest. Settings that need an account are
 * missing (G2, G6).
 */
export function GuestSettings({ user }: { user: User }) {
  const { t } = useTranslation()
  const mode = useProvider()?.registration
  return (
    <Screen title={t('settings.title')} back={<BackLink />}>
      <Profile user={user} />
      <NicknameEntry nickname={user.username} />
      {mode === 'ticket' ? (
        <SettingsNote icon="person_add" title={t('toAccount.title')} text={t('toAccount.ticket')} />
      ) : (
        <UpgradeForm nickname={user.username} />
      )}
      <SettingsLink
        icon="download"
        title={t('settings.setup')}
        text={t('settings.setupText')}
        to={screenPath.setup()}
      />
      <LanguageEntry />
      <ThemeEntry />
      <NoticesEntry />
      <ExportEntry />
      <DeleteGuest />
    </Screen>
  )
}

/** Asks for confirmation, then deletes the guest (G7). */
function DeleteGuest() {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { run, state } = useAction()
  const forgetPerson = useForgetPerson()
  const confirm = async () => {
    const answer = await run(() => whileEndingLogin(() => call('deleteGuest')))
    if (!answer) return
    if (!answer.ok) return void showToast({ text: errorText(t, answer), tone: 'bad' })
    storeGuest(null)
    await forgetPerson()
  }
  return (
    <>
      <SettingsEntry
        danger
        icon="delete"
        title={t('toAccount.delete')}
        text={t('toAccount.deleteText')}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={isAsking}
        title={t('toAccount.deleteAsk')}
        text={t('toAccount.deleteText')}
        action={t('toAccount.delete')}
        state={state}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
