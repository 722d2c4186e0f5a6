import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { downloadFile } from '../../shared/browser/transfer/download.ts'
import { useStore } from '../../shared/store/store.ts'
import { useReportedAction } from '../../shared/ui/buttons/use-reported-action.ts'
import { exportName } from './export-file.ts'
import { SettingsEntry } from './SettingsEntry.tsx'

/** The settings entry that downloads all stored data of the person (A7). */
export function ExportEntry() {
  const { t } = useTranslation()
  const username = useStore((state) => state.user?.username ?? '')
  const { state, run } = useReportedAction()
  const download = (data: Record<string, unknown>) => {
    const file = { name: exportName(username, Date.now()), type: 'application/json' }
    downloadFile(file, JSON.stringify(data, null, 2))
  }
  return (
    <SettingsEntry
      icon="save"
      title={t('settings.export')}
      text={t('settings.exportText')}
      state={state}
      onClick={() => void run(() => call('exportUser'), download)}
    />
  )
}
