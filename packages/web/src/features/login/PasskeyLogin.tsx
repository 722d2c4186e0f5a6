import type { Answer, LoginAnswer } from '@jointly/contract'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../shared/api/error-text.ts'
import { notReached } from '../../shared/api/load-calls.ts'
import { passkeySupport } from '../../shared/browser/passkeys/passkey-support.ts'
import { Button, type ButtonState } from '../../shared/ui/buttons/Button.tsx'
import css from './login.module.css'

/** Loads the code for passkeys when the person first uses the form, so that the first screen loads less code. */
const loadPasskeys = () => import('./log-in-by-passkey.ts')

type PasskeyLoginProps = { card: RefObject<HTMLElement | null>; onSuccess: () => void }

/**
 * Logs in with a passkey (A12). The person presses a button, or chooses a passkey from the browser's list at the
 * name field.
 *
 * @param card the form; passkeys are offered when the pointer or the focus enters it
 */
export function PasskeyLogin({ card, onSuccess }: PasskeyLoginProps) {
  const { t } = useTranslation()
  const support = passkeySupport()
  const { state, note, ask: logIn } = usePasskeyLogin(card, support === 'ready', onSuccess)
  if (support === 'browser') return null
  if (support === 'address') return <p className={css.small}>{t('login.passkeyPlace')}</p>
  return (
    <>
      <Button size="l" icon="passkey" state={state} onClick={() => void logIn()}>
        {t('login.passkey')}
      </Button>
      {note && (
        <p className={css.small} role="alert">
          {note}
        </p>
      )}
    </>
  )
}

function usePasskeyLogin(card: RefObject<HTMLElement | null>, isReady: boolean, onSuccess: () => void) {
  const { t } = useTranslation()
  const [state, setState] = useState<ButtonState>('default')
  const [note, setNote] = useState<string | null>(null)
  const isOpen = useRef(true)
  const currentOnSuccess = useRef(onSuccess)
  currentOnSuccess.current = onSuccess

  const finish = (answer: Answer<LoginAnswer>) => {
    setState(answer.ok ? 'success' : 'failed')
    setNote(answer.ok ? null : errorText(t, answer))
    if (answer.ok) currentOnSuccess.current()
  }
  const currentFinish = useRef(finish)
  currentFinish.current = finish

  /**
   * The current request for a passkey. `isOpen` is true while it runs. `count` is its number, and the answer to an
   * older request is ignored. A request also ends when the person sends a password.
   */
  const request = useRef({ count: 0, isOpen: false })

  useEffect(() => {
    const form = card.current
    if (!isReady || !form) return
    isOpen.current = true
    let isOffered = false
    const offer = async () => {
      if (isOffered || request.current.isOpen) return
      isOffered = true
      // If the code cannot be loaded, nothing is offered until the pointer or the focus enters the form again.
      const { logInByPasskey } = (await loadPasskeys().catch(() => null)) ?? {}
      if (!logInByPasskey) return void (isOffered = false)
      const isWanted = () => isOpen.current && !request.current.isOpen
      const answer = isWanted() ? await logInByPasskey(isWanted) : null
      // An error is shown only if the person chose a passkey. While the browser only offers passkeys, errors are
      // ignored.
      if (answer && isOpen.current && (answer.ok || answer.error.code === 'passkey'))
        currentFinish.current(answer)
    }
    const startOffer = () => void offer()
    const stop = () => {
      isOffered = false
      request.current = { count: request.current.count + 1, isOpen: false }
      setState('default')
      setNote(null)
      // If the code cannot be loaded, no request is open.
      void loadPasskeys().then(
        ({ stopOffering }) => stopOffering(),
        () => {},
      )
    }
    for (const event of ['pointerenter', 'focusin'] as const) form.addEventListener(event, startOffer)
    form.addEventListener('submit', stop)
    return () => {
      isOpen.current = false
      for (const event of ['pointerenter', 'focusin'] as const) form.removeEventListener(event, startOffer)
      form.removeEventListener('submit', stop)
      if (isOffered || request.current.isOpen) stop()
    }
  }, [card, isReady])

  const ask = async () => {
    const count = request.current.count + 1
    request.current = { count, isOpen: true }
    setState('loading')
    setNote(null)
    const answer = await loadPasskeys().then(
      ({ logInByPasskey }) => logInByPasskey(),
      () => notReached,
    )
    if (request.current.count !== count) return
    request.current.isOpen = false
    if (answer) return finish(answer)
    setState('default')
    setNote(t('login.passkeyNone'))
  }
  return { state, note, ask }
}
