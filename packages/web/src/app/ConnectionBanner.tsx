import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../shared/browser/online.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import css from './ConnectionBanner.module.css'

/** How often a server that was away is looked for, in milliseconds. */
const LOOK_EVERY_MS = 5000

const look = async () => (await import('../shared/api/call.ts')).call('health')

/** Says that what is on the screen may be old, while the net or the server is away. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const connection = useConnection()
  useEffect(() => {
    if (connection !== 'unreachable') return
    // One call that was lost, or a net that is back, says nothing about the server of now.
    void look()
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [connection])
  return (
    <div role="status" className={css.region}>
      {connection !== 'online' && (
        <p className={css.banner}>
          <Icon name="offline" size={16} />
          {t(connection === 'offline' ? 'state.offline' : 'state.unreachable')}
        </p>
      )}
    </div>
  )
}
