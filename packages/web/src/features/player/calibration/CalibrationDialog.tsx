import { Dialog } from '@base-ui/react/dialog'
import type { Provider } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { DialogHead, ScrollingDialog } from '../../../shared/ui/dialogs/ScrollingDialog.tsx'
import css from './CalibrationDialog.module.css'
import { CorrectionForm } from './CorrectionForm.tsx'
import { Metronome } from './Metronome.tsx'
import { RoomCalibration, type RoomProps } from './room/RoomCalibration.tsx'

export type CalibrationDialogProps = RoomProps & {
  provider: Provider | null
  open: boolean
  onClose: () => void
}

/**
 * The dialog in which a person corrects a late output of this device: by hand and by ear, or with the microphone (Y1,
 * Y4, Y5).
 */
export function CalibrationDialog({ provider, open, onClose, ...room }: CalibrationDialogProps) {
  const { t } = useTranslation()
  return (
    <ScrollingDialog open={open} onClose={onClose}>
      <DialogHead title={t('calibration.title')} onClose={onClose} />
      <Dialog.Description className={css.text}>{t('calibration.text')}</Dialog.Description>
      {provider?.keepsTime === false && (
        <p className={css.text}>{t('calibration.inexact', { provider: provider.name })}</p>
      )}
      <CorrectionForm />
      <Metronome clock={room.clock} />
      {provider?.keepsTime && <RoomCalibration {...room} />}
    </ScrollingDialog>
  )
}
