import type { Account, Answer } from '@jointly/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { errorText } from '../../shared/api/error-text.ts'
import { storedToken } from '../../shared/browser/token.ts'
import { Button, buttonClass } from '../../shared/ui/buttons/Button.tsx'
import { Logo } from '../../shared/ui/media/Logo.tsx'
import { Spinner } from '../../shared/ui/states/Spinner.tsx'
import { BackgroundLights } from '../../shared/ui/media/BackgroundLights.tsx'
import { EmptyState } from '../../shared/ui/states/StateNote.tsx'
import css from './CallbackScreen.module.css'
import { sendOutcome } from './connect-channel.ts'

/**
 * The server's answer to the code that the provider returned. It is stored outside the component. So the code is
 * sent only once, even if React runs the effect twice.
 */
let callbackAnswer: Promise<Answer<Account[]>> | null = null

function sendCode(returned: ProviderParams): Promise<Answer<Account[]>> {
  callbackAnswer ??= call('accountCallback', { body: returned })
  return callbackAnswer
}

type ProviderParams = { state: string; code?: string; error?: string }

/**
 * Reads the parameters that the provider added to the address of this page. Returns null without a `state`, because
 * in that case the provider did not open the page.
 */
function readProviderParams(): ProviderParams | null {
  const query = new URLSearchParams(location.search)
  const state = query.get('state')
  const code = query.get('code')
  const error = query.get('error')
  return state ? { state, ...(code !== null && { code }), ...(error !== null && { error }) } : null
}

/**
 * The page to which the provider redirects (L1). It sends the code to the server, and the result to the window that
 * started the linking. Then it closes itself. If it cannot close, it asks the person to close it.
 */
export function CallbackScreen() {
  const { t } = useTranslation()
  const [result, setResult] = useState<{ text: string | null } | null>(null)

  useEffect(() => {
    const finish = (text: string | null) => {
      setResult({ text })
      sendOutcome(text === null ? { outcome: 'connected' } : { outcome: 'failed', text })
      window.close()
    }
    const returned = readProviderParams()
    if (storedToken() === null) {
      setResult({ text: t('connect.loginFirst') })
      if (returned) sendOutcome({ outcome: 'returned', ...returned })
      return window.close()
    }
    if (!returned) return finish(t('error.link-state'))
    void sendCode(returned).then((answer) => finish(answer.ok ? null : errorText(t, answer)))
  }, [t])

  return (
    <main className={css.page}>
      <BackgroundLights bright />
      <Logo />
      {result === null ? (
        <p className={css.working} role="status">
          <Spinner size={28} /> {t('connect.working')}
        </p>
      ) : (
        <Result text={result.text} onFailed={(text) => setResult({ text })} />
      )}
    </main>
  )
}

function Result({ text, onFailed }: { text: string | null; onFailed: (text: string) => void }) {
  const { t } = useTranslation()
  const again = async () => {
    const answer = await call('connectAccount', { body: { service: 'spotify' } })
    if (answer.ok) location.assign(answer.value.url)
    else onFailed(errorText(t, answer))
  }
  return (
    <EmptyState
      icon={text === null ? 'done_all' : 'warning'}
      title={t(text === null ? 'connect.done' : 'connect.failed')}
      text={text ?? t('connect.doneText')}
    >
      {text !== null && storedToken() !== null && (
        <Button tone="primary" onClick={() => void again()}>
          {t('connect.again')}
        </Button>
      )}
      <a className={buttonClass()} href="/">
        {t('connect.toApp')}
      </a>
    </EmptyState>
  )
}
