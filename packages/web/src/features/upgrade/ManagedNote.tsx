import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { momentText } from '../../shared/i18n/moment-text.ts'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import css from './UpgradeScreen.module.css'

/** Shows that the session is managed, and until when (R5). */
export function ManagedNote({ ssid }: { ssid: string }) {
  const { t } = useTranslation()
  const load = useCallback((signal: AbortSignal) => call('options', { params: { ssid }, signal }), [ssid])
  const { loading } = useLoad(load)
  const until = loading.state === 'ready' ? loading.value.managedUntil : undefined
  return (
    <p className={css.managed}>
      <Icon name="done_all" />
      <span>
        {until
          ? t('upgrade.managedUntil', { date: momentText(until) })
          : until === null
            ? t('upgrade.managedForGood')
            : t('upgrade.managed')}
      </span>
    </p>
  )
}
