import type { History } from '@jointly/contract'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { DialogHead, ScrollingDialog } from '../ui/dialogs/ScrollingDialog.tsx'
import { SkeletonRows } from '../ui/states/Skeleton.tsx'
import { ErrorState } from '../ui/states/StateNote.tsx'
import { useLoad } from '../ui/states/use-load.ts'
import { HistoryFiles } from './HistoryFiles.tsx'
import { periodText } from './history-name.ts'
import { SaveAsPlaylist } from './SaveAsPlaylist.tsx'
import css from './SaveHistoryDialog.module.css'

type SaveHistoryDialogProps = { visit: string; open: boolean; onClose: () => void }

/** The dialog that saves the played songs, as a playlist at the streaming service or as a file (T3, T6). */
export function SaveHistoryDialog({ visit, open, onClose }: SaveHistoryDialogProps) {
  const { t } = useTranslation()
  return (
    <ScrollingDialog open={open} onClose={onClose}>
      <DialogHead title={t('history.open')} onClose={onClose} />
      <Content visit={visit} />
    </ScrollingDialog>
  )
}

function Content({ visit }: { visit: string }) {
  const { t } = useTranslation()
  const { loading, reload } = useLoad(
    useCallback((signal: AbortSignal) => call('history', { params: { visit }, signal }), [visit]),
  )
  if (loading.state === 'loading') return <SkeletonRows count={2} />
  if (loading.state === 'failed') {
    const isEmpty = loading.refused.error.code === 'not-found'
    return isEmpty ? (
      <p className={css.text}>{t('history.nothing')}</p>
    ) : (
      <ErrorState refused={loading.refused} onRetry={reload} />
    )
  }
  return <Loaded visit={visit} history={loading.value} />
}

function Loaded({ visit, history }: { visit: string; history: History }) {
  const { t } = useTranslation()
  // While the dialog is open, another song can begin. It is saved too, so it is counted.
  const [songs, setSongs] = useState(history.songs)
  return (
    <>
      <div>
        <p className={css.title} dir="auto">
          {history.title}
        </p>
        <p className={css.text}>{[t('history.songs', { count: songs }), periodText(history)].join(' · ')}</p>
      </div>
      <SaveAsPlaylist
        visit={visit}
        history={history}
        onSaved={({ saved, remaining, skipped }) => setSongs(saved + remaining + skipped)}
      />
      <HistoryFiles visit={visit} history={history} />
    </>
  )
}
