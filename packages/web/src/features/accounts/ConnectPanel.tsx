import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useProvider } from '../../shared/api/use-provider.ts'
import { Button, buttonClass } from '../../shared/ui/buttons/Button.tsx'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import css from './ConnectPanel.module.css'
import { useConnect } from './use-connect.ts'

/**
 * The button that opens the connect window. The result is shown below it as text.
 * @param onConnected is called after an account was linked
 */
export function ConnectPanel({ onConnected, again = false }: { onConnected?: () => void; again?: boolean }) {
  const { t } = useTranslation()
  const provider = useProvider()
  const { connect, start } = useConnect()
  const { state } = connect
  useEffect(() => {
    if (state === 'connected') onConnected?.()
  }, [state, onConnected])
  return (
    <div className={css.panel}>
      <Button
        tone="primary"
        size="l"
        icon="link"
        state={state === 'waiting' ? 'loading' : state === 'connected' ? 'success' : 'default'}
        onClick={() => void start()}
      >
        {state === 'waiting'
          ? t('connect.waiting')
          : again
            ? t('connect.again')
            : t('connect.action', { provider: provider?.name ?? t('connect.provider') })}
      </Button>
      <div role="status" className={css.words}>
        {state === 'waiting' && <p>{t('connect.waitingText')}</p>}
        {connect.state === 'blocked' && (
          <>
            <p>{t('connect.blocked')}</p>
            <a className={buttonClass()} href={connect.url} target="_blank" rel="opener">
              <Icon name="open" /> {t('connect.open')}
            </a>
          </>
        )}
        {connect.state === 'failed' && (
          <p className={css.failed}>
            <Icon name="warning" size={18} /> {connect.text}
          </p>
        )}
      </div>
    </div>
  )
}
