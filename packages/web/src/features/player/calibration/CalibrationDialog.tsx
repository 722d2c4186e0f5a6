import { Dialog } from '@base-ui/react/dialog'
import type { Provider } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import dialog from '../../../shared/ui/dialogs/Dialog.module.css'
import css from './CalibrationDialog.module.css'
import { CorrectionForm } from './CorrectionForm.tsx'
import { Metronome } from './Metronome.tsx'
import { RoomCalibration, type RoomProps } from './room/RoomCalibration.tsx'

export type CalibrationDialogProps = RoomProps & {
  provider: Provider | null
  open: boolean
  onClose: () => void
}

/** Corrects a late output of this device, by hand and by ear (Y1, Y4). */
export function CalibrationDialog({ provider, open, onClose, ...room }: CalibrationDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.scrolling}`}>
          <div className={css.head}>
            <Dialog.Title className={dialog.title}>{t('calibration.title')}</Dialog.Title>
            <IconButton icon="close" label={t('state.close')} onClick={onClose} />
          </div>
          <Dialog.Description className={css.text}>{t('calibration.text')}</Dialog.Description>
          {provider?.keepsTime === false && (
            <p className={css.text}>{t('calibration.inexact', { provider: provider.name })}</p>
          )}
          <CorrectionForm />
          <Metronome clock={room.clock} />
          {provider?.keepsTime && <RoomCalibration {...room} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
