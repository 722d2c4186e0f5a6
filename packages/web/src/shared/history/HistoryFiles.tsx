import type { Answer, History } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { downloadFile } from '../browser/transfer/download.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useReportedAction } from '../ui/buttons/use-reported-action.ts'
import { historyName } from './history-name.ts'
import css from './SaveHistoryDialog.module.css'

type HistoryFilesProps = { visit: string; history: History }

/** Shows buttons that save the list of the played songs as a file on the device (T6). */
export function HistoryFiles({ visit, history }: HistoryFilesProps) {
  const { t } = useTranslation()
  const params = { visit }
  const name = historyName(history)
  return (
    <section className={css.section}>
      <h3 className="heading-large">{t('history.files')}</h3>
      <div className={css.actions}>
        <FileButton
          text={t('history.m3u')}
          file={{ name: `${name}.m3u`, type: 'audio/x-mpegurl' }}
          load={() => call('historyM3u', { params })}
        />
        <FileButton
          text={t('history.csv')}
          file={{ name: `${name}.csv`, type: 'text/csv' }}
          load={() => call('historyCsv', { params })}
        />
      </div>
    </section>
  )
}

type FileButtonProps = {
  text: string
  file: { name: string; type: string }
  load: () => Promise<Answer<string>>
}

function FileButton({ text, file, load }: FileButtonProps) {
  const { state, run } = useReportedAction()
  return (
    <Button
      icon="download"
      state={state}
      onClick={() => void run(load, (content) => downloadFile(file, content))}
    >
      {text}
    </Button>
  )
}
