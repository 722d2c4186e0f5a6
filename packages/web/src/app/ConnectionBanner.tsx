import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../shared/browser/online.ts'
import { IconButton } from '../shared/ui/buttons/Button.tsx'
import { Icon } from '../shared/ui/media/Icon.tsx'
import css from './ConnectionBanner.module.css'

/** How often a server that was away is looked for, in milliseconds. */
const LOOK_EVERY_MS = 5000

const look = async () => (await import('../shared/api/call.ts')).call('health')

/** Says that what is on the screen may be old, while the net or the server is away. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const connection = useConnection()
  const before = useRef(connection)
  useEffect(() => {
    // What failed without a net says nothing of the server once the net is back. A server that does not answer is given
    // its time instead: where one call alone fails for ever, asking at once would go round and round.
    const isNetBack = before.current === 'offline'
    before.current = connection
    if (connection !== 'unreachable') return
    if (isNetBack) void look()
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [connection])
  return (
    <div role="status" className={css.region}>
      {connection !== 'online' && (
        <p className={css.banner}>
          <Icon name="offline" size={16} />
          {t(connection === 'offline' ? 'state.offline' : 'state.unreachable')}
          {connection === 'unreachable' && (
            <IconButton
              className={css.again}
              icon="refresh"
              size={16}
              label={t('state.retry')}
              onClick={() => void look()}
            />
          )}
        </p>
      )}
    </div>
  )
}
