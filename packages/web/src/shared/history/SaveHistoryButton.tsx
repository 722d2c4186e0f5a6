import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/buttons/Button.tsx'
import { lazyDialog } from '../ui/parts/lazy-dialog.tsx'

const SaveHistoryDialog = lazyDialog(() => import('./SaveHistoryDialog.tsx'), 'SaveHistoryDialog')

type SaveHistoryButtonProps = {
  /** The id of a visit. The id of a session means all visits to this session. */
  visit: string
  size?: 's' | 'm'
  className?: string | undefined
}

/** A button that opens the dialog for saving the played songs (T3). */
export function SaveHistoryButton({ visit, size = 'm', className }: SaveHistoryButtonProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon="save"
        size={size}
        className={className}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('history.open')}
      </Button>
      <SaveHistoryDialog visit={visit} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
