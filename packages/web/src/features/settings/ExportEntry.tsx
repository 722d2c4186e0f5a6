import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { errorText } from '../../shared/api/error-text.ts'
import { downloadFile } from '../../shared/browser/download.ts'
import { useStore } from '../../shared/store/store.ts'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import { Spinner } from '../../shared/ui/states/Spinner.tsx'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import { useAction } from '../../shared/ui/buttons/use-action.ts'
import { exportName } from './export-file.ts'
import { SettingsEntry } from './SettingsEntry.tsx'

/** Downloads all stored data of the person (A7). */
export function ExportEntry() {
  const { t } = useTranslation()
  const username = useStore((state) => state.user?.username ?? '')
  const { state, run } = useAction<Record<string, unknown>>()
  const download = async () => {
    const answer = await run(() => call('exportUser'))
    const file = { name: exportName(username, Date.now()), type: 'application/json' }
    if (answer?.ok) downloadFile(file, JSON.stringify(answer.value, null, 2))
    else if (answer) showToast({ text: errorText(t, answer), tone: 'bad' })
  }
  return (
    <SettingsEntry
      icon="save"
      title={t('settings.export')}
      text={t('settings.exportText')}
      end={state === 'loading' ? <Spinner /> : state === 'success' && <Icon name="done_all" />}
      onClick={() => void download()}
    />
  )
}
