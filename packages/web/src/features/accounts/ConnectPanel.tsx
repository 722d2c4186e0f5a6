import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useProvider } from '../../shared/api/use-provider.ts'
import { useStore } from '../../shared/store/store.ts'
import { Button, buttonClass } from '../../shared/ui/buttons/Button.tsx'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import css from './ConnectPanel.module.css'
import { useConnect } from './use-connect.ts'

type ConnectProps = {
  /** Is called after an account was linked. */
  onConnected?: () => void
  again?: boolean
}

/**
 * The buttons that link an account, and the result as text. With the built-in provider, a person with an account
 * sees two buttons. One links an account under the person's own name without a window (L15). The other one opens
 * the window of the provider, in which the person can choose another listener. A guest sees only the first button
 * (G2). If `again` is true, only the button for the window is shown.
 */
export function ConnectPanel({ onConnected, again = false }: ConnectProps) {
  const { t } = useTranslation()
  const provider = useProvider()
  const { connect, start, startDirectly } = useConnect()
  const user = useStore((store) => store.user)
  const { state } = connect
  useEffect(() => {
    if (state === 'connected') onConnected?.()
  }, [state, onConnected])
  const isDirect = provider?.directLink === true && user !== null && !again
  const isGuest = user?.guest === true
  const words = again
    ? t('connect.again')
    : t('connect.action', { provider: provider?.name ?? t('connect.provider') })
  return (
    <div className={css.panel}>
      <Button
        tone="primary"
        size="l"
        icon={isDirect ? 'next' : 'link'}
        // The button is disabled until the provider and the person are known, because its action depends on them.
        // Otherwise its action could change during a press.
        disabled={provider === null || user === null}
        state={state === 'waiting' ? 'loading' : state === 'connected' ? 'success' : 'default'}
        onClick={() => void (isDirect ? startDirectly() : start())}
      >
        {state === 'waiting'
          ? t('connect.waiting')
          : isDirect
            ? t('connect.continueAs', { name: user.username })
            : words}
      </Button>
      {isDirect && !isGuest && (
        <Button icon="friends" disabled={state === 'waiting'} onClick={() => void start()}>
          {t('connect.pick')}
        </Button>
      )}
      <div role="status" className={css.words}>
        {connect.state === 'waiting' && connect.inWindow && <p>{t('connect.waitingText')}</p>}
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
