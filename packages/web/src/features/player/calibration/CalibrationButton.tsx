import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { lazyDialog } from '../../../shared/ui/parts/lazy-dialog.tsx'
import type { CalibrationDialogProps } from './CalibrationDialog.tsx'

const CalibrationDialog = lazyDialog(() => import('./CalibrationDialog.tsx'), 'CalibrationDialog')

/** Opens the dialog in which a person sets how much earlier or later this device plays (Y1). */
export function CalibrationButton(props: Omit<CalibrationDialogProps, 'open' | 'onClose'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon="calibration"
        size={20}
        label={t('calibration.title')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <CalibrationDialog {...props} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
