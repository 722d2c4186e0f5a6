import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import type { CalibrationDialogProps } from './CalibrationDialog.tsx'

const CalibrationDialog = lazy(() =>
  import('./CalibrationDialog.tsx').then((module) => ({ default: module.CalibrationDialog })),
)

/** The button that opens the dialog in which a person corrects a late output (Y1). */
export function CalibrationButton(props: Omit<CalibrationDialogProps, 'open' | 'onClose'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <IconButton
        icon="calibration"
        size={20}
        label={t('calibration.open')}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      />
      {wasOpened && (
        <Suspense>
          <CalibrationDialog {...props} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
