import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { devicesEveryMs } from '../devices/other-device-watch.ts'
import css from './DevicePicker.module.css'
import type { PlayerView } from './player-view.ts'

type PickerProps = {
  view: PlayerView
  /** Whether the provider's player can start songs at exact times. */
  keepsTime: boolean
  onChoose: (id: string) => void
  onReload: () => void
}

/** The list of devices. It is loaded again while it is shown, because devices come and go (P9). */
export function DevicePicker({ view, keepsTime, onChoose, onReload }: PickerProps) {
  const { t } = useTranslation()
  const { deviceId } = view
  // Without a device, a load may select the first one before this page is ready. When this page has become a device, the
  // list is loaded again, so that it contains this page.
  useEffect(() => {
    if (deviceId === null) return
    onReload()
    const timer = setInterval(onReload, devicesEveryMs(keepsTime))
    return () => clearInterval(timer)
  }, [deviceId, keepsTime, onReload])
  if (view.listening === 'silent') return null
  return (
    <fieldset className={css.picker}>
      <legend className={css.legend}>
        {t('player.devices.title')}
        <IconButton icon="refresh" size={18} label={t('player.devices.reload')} onClick={onReload} />
      </legend>
      {view.devices.length === 0 && <p className="secondary-small">{t('player.devices.none')}</p>}
      {view.devices.map((device) => (
        <label key={device.id} className={css.device}>
          <input
            type="radio"
            name="device"
            disabled={device.isRestricted}
            checked={device.id === view.deviceId}
            onChange={() => onChoose(device.id)}
          />
          {device.name}
          {device.id === view.browserDeviceId && (
            <span className="secondary-small">{t('player.devices.own')}</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
