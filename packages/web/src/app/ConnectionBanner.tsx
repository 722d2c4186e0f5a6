import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { isServerThere, setReachable, useConnection } from '../shared/browser/connection/online.ts'
import { IconButton } from '../shared/ui/buttons/Button.tsx'
import { Icon } from '../shared/ui/media/Icon.tsx'
import css from './ConnectionBanner.module.css'

/** The pause between two checks of a server that does not answer, in milliseconds. */
const CHECK_INTERVAL_MS = 5000

/** Says that the screen may be outdated, while the device has no network or the server does not answer. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const connection = useConnection()
  const before = useRef(connection)
  useEffect(() => {
    // When the network is back, the app checks the server at once. Other checks wait for the interval. Otherwise each
    // failed check would start the next check at once.
    const isNetBack = before.current === 'offline'
    before.current = connection
    if (connection !== 'unreachable') return
    if (isNetBack) void checkServer()
    const timer = setInterval(() => void checkServer(), CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [connection])
  // The banner is rendered outside the app's root element. Otherwise a dialog would cover it.
  return createPortal(
    // With `aria-live`, an open dialog does not hide the banner from screen readers.
    <div role="status" aria-live="polite" className={css.region}>
      {connection !== 'online' && (
        <p className={css.banner} data-connection-banner>
          <Icon name="offline" size={16} />
          {t(connection === 'offline' ? 'state.offline' : 'state.unreachable')}
          {connection === 'unreachable' && (
            <IconButton
              className={css.again}
              icon="refresh"
              size={16}
              label={t('state.retry')}
              onClick={() => void checkServer()}
            />
          )}
        </p>
      )}
    </div>,
    document.body,
  )
}

/**
 * Removes the banner if the server answers again (E3). The function needs no code that is loaded on demand, because no
 * file can be loaded while the server does not answer.
 */
async function checkServer(): Promise<void> {
  if (await isServerThere()) setReachable(true)
}
