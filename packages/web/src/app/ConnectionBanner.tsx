import { useTranslation } from 'react-i18next'
import { useConnection } from '../shared/browser/online.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import css from './ConnectionBanner.module.css'

/** Says that what is on the screen may be old, while the net or the server is away. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const connection = useConnection()
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
