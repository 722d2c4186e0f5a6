import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../shared/api/error-text.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/ConfirmDialog.tsx'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import { useAction } from '../../shared/ui/buttons/use-action.ts'
import { SettingsEntry } from './SettingsEntry.tsx'
import { useLogOutEverywhere } from './use-log-out.ts'

/** Asks for confirmation, then ends all logins of the person, including this one (A2). */
export function LogOutEverywhere() {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { state, run } = useAction<unknown>()
  const logOutEverywhere = useLogOutEverywhere()
  const confirm = async () => {
    const answer = await run(logOutEverywhere)
    if (!answer || answer.ok) return
    setAsking(false)
    showToast({ text: errorText(t, answer), tone: 'bad' })
  }
  return (
    <>
      <SettingsEntry
        icon="public"
        title={t('settings.everywhere')}
        text={t('settings.everywhereText')}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        title={t('settings.everywhereTitle')}
        text={t('settings.everywhereAsk')}
        action={t('settings.everywhere')}
        state={state}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
