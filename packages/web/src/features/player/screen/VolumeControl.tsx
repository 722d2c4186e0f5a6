import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { outputOf, pageVolume, withLevel, withMuteToggled } from '../volume.ts'
import type { PlayerView } from './player-view.ts'
import css from './VolumeControl.module.css'

type VolumeControlProps = {
  view: Pick<PlayerView, 'deviceId' | 'browserDeviceId' | 'listening'>
  /** More controls for the sound of this page, after the slider. */
  children?: ReactNode
}

/**
 * The volume of this page: a mute button and a slider (M5). It renders nothing if another device plays or the person
 * has no account, because then the volume has no effect.
 */
export function VolumeControl({ view, children }: VolumeControlProps) {
  const { t } = useTranslation()
  const volume = useSyncExternalStore(pageVolume.subscribe, pageVolume.get)
  const { deviceId, browserDeviceId, listening } = view
  if (listening === 'silent' || (deviceId !== null && deviceId !== browserDeviceId)) return null
  const output = outputOf(volume)
  const percent = Math.round(volume.level * 100)
  return (
    <div className={css.volume} role="group" aria-label={t('player.volume.group')}>
      <IconButton
        icon={output === 0 ? 'volume_off' : 'volume'}
        size={20}
        label={t('player.volume.mute')}
        aria-pressed={output === 0}
        onClick={() => pageVolume.set(withMuteToggled(volume))}
      />
      <input
        type="range"
        className={css.range}
        // Without this attribute, the drawer would also move when a person drags the slider.
        data-base-ui-swipe-ignore=""
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-label={t('player.volume.level')}
        aria-valuetext={volume.isMuted ? t('player.volume.muted') : t('player.volume.percent', { percent })}
        data-muted={output === 0 || undefined}
        onChange={(event) => pageVolume.set(withLevel(event.target.valueAsNumber / 100))}
      />
      {children}
    </div>
  )
}
