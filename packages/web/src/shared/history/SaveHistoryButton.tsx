import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/buttons/Button.tsx'

const SaveHistoryDialog = lazy(() =>
  import('./SaveHistoryDialog.tsx').then((module) => ({ default: module.SaveHistoryDialog })),
)

type SaveHistoryButtonProps = {
  /** The id of a visit, or of a session for all visits to it. */
  visit: string
  size?: 's' | 'm'
  className?: string | undefined
}

/** Opens the dialog to save what played (T3). */
export function SaveHistoryButton({ visit, size = 'm', className }: SaveHistoryButtonProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <Button
        icon="save"
        size={size}
        className={className}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        {t('history.open')}
      </Button>
      {wasOpened && (
        <Suspense>
          <SaveHistoryDialog visit={visit} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
