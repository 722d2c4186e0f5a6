import { Dialog } from '@base-ui/react/dialog'
import type { Provider } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { DialogHead, ScrollingDialog } from '../../../shared/ui/dialogs/ScrollingDialog.tsx'
import { CorrectionForm } from './CorrectionForm.tsx'
import { MetronomeButton } from './MetronomeButton.tsx'
import { RoomCalibration, type RoomProps } from './room/RoomCalibration.tsx'

export type CalibrationDialogProps = RoomProps & {
  provider: Provider | null
  open: boolean
  onClose: () => void
}

/**
 * The dialog in which a person sets how much earlier or later this device plays: with a slider (Y1), with a metronome
 * to check it by ear (Y4), or by a measurement with the microphone (Y5).
 */
export function CalibrationDialog({ provider, open, onClose, ...room }: CalibrationDialogProps) {
  const { t } = useTranslation()
  return (
    <ScrollingDialog open={open} onClose={onClose}>
      <DialogHead title={t('calibration.title')} onClose={onClose} />
      <Dialog.Description className="secondary">{t('calibration.text')}</Dialog.Description>
      {provider?.keepsTime === false && (
        <p className="secondary">{t('calibration.inexact', { provider: provider.name })}</p>
      )}
      <CorrectionForm />
      <MetronomeButton clock={room.clock} />
      {provider?.keepsTime && <RoomCalibration {...room} />}
    </ScrollingDialog>
  )
}
