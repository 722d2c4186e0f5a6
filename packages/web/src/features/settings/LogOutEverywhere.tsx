import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { whileEndingLogin } from '../../shared/api/login-ended.ts'
import { ConfirmAction } from '../../shared/ui/dialogs/ConfirmAction.tsx'
import { SettingsEntry } from './SettingsEntry.tsx'
import { useForgetPerson } from './use-log-out.ts'

/** Asks for confirmation, and then ends all logins of the person, including the current one (A2). */
export function LogOutEverywhere() {
  const { t } = useTranslation()
  const forgetPerson = useForgetPerson()
  return (
    <ConfirmAction
      title={t('settings.everywhereTitle')}
      text={t('settings.everywhereAsk')}
      action={t('settings.everywhere')}
      run={() => whileEndingLogin(() => call('logout', { body: { everywhere: true } }))}
      onDone={() => void forgetPerson()}
    >
      {(ask) => (
        <SettingsEntry
          icon="public"
          title={t('settings.everywhere')}
          text={t('settings.everywhereText')}
          onClick={ask}
        />
      )}
    </ConfirmAction>
  )
}
