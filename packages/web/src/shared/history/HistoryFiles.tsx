import type { Answer, History } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { errorText } from '../api/error-text.ts'
import { downloadFile } from '../browser/download.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useAction } from '../ui/buttons/use-action.ts'
import { showToast } from '../ui/toasts/toast.ts'
import { historyName } from './history-name.ts'
import css from './SaveHistoryDialog.module.css'

type HistoryFilesProps = { visit: string; history: History }

/** Saves what played as a file on the device (T6). */
export function HistoryFiles({ visit, history }: HistoryFilesProps) {
  const { t } = useTranslation()
  const params = { visit }
  const name = historyName(history)
  return (
    <section className={css.section}>
      <h3 className={css.heading}>{t('history.files')}</h3>
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
  const { t } = useTranslation()
  const { state, run } = useAction<string>()
  const download = async () => {
    const answer = await run(load)
    if (answer?.ok) downloadFile(file, answer.value)
    else if (answer) showToast({ text: errorText(t, answer), tone: 'bad' })
  }
  return (
    <Button icon="download" state={state} onClick={() => void download()}>
      {text}
    </Button>
  )
}
