import type { Account, Answer } from '@jointly/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { errorText } from '../../shared/api/error-text.ts'
import { loadAccounts, receiveAccounts } from '../../shared/store/load-lists.ts'
import { useStore } from '../../shared/store/store.ts'
import { onOutcome } from './connect-channel.ts'
import { after } from '../../shared/browser/timers.ts'

export type ConnectState =
  | { state: 'idle' }
  /** `inWindow` is true while a window is open in which the person must allow the link. */
  | { state: 'waiting'; inWindow: boolean }
  | { state: 'connected' }
  | { state: 'blocked'; url: string }
  | { state: 'failed'; text: string }

const WINDOW_FEATURES = 'popup,width=520,height=760'
const CHECK_INTERVAL_MS = 500
/**
 * How long the app waits for the result after the window has closed, in milliseconds. The window sends the result
 * before it closes, but the result can arrive slightly later.
 */
const GRACE_MS = 700

/**
 * Opens an empty window directly in the click handler, because browsers block windows that are opened later. The
 * window gets its address when the address is known.
 */
const openWindow = () => window.open('about:blank', 'connect', WINDOW_FEATURES)

/** Fetches the accounts. @returns whether the number of working accounts has grown */
async function hasNewAccount(): Promise<boolean> {
  const before = useStore.getState().accounts.filter((account) => account.status === 'ok').length
  const answer = await loadAccounts()
  return answer.ok && answer.value.filter((account) => account.status === 'ok').length > before
}

/**
 * Links a streaming account, in a new window (L1) or directly (L15). Returns the state of the attempt and the
 * functions that start it.
 */
export function useConnect() {
  const { t } = useTranslation()
  const [connect, setConnect] = useState<ConnectState>({ state: 'idle' })
  const popup = useRef<Window | null>(null)
  const waiting = connect.state === 'waiting' && connect.inWindow

  const showAnswer = useCallback(
    (answer: Answer<Account[]>) => {
      if (!answer.ok) return setConnect({ state: 'failed', text: errorText(t, answer) })
      setConnect({ state: 'connected' })
    },
    [t],
  )

  useEffect(
    () =>
      onOutcome((outcome) => {
        const isOurs = popup.current !== null
        popup.current = null
        if (outcome.outcome === 'returned') {
          const { outcome: _, ...body } = outcome
          if (isOurs) void receiveAccounts(call('accountCallback', { body })).then(showAnswer)
          return
        }
        if (outcome.outcome === 'failed')
          // A failure that happens in another tab must not change the state of this tab.
          return setConnect((now) => (now.state === 'idle' ? now : { state: 'failed', text: outcome.text }))
        void loadAccounts().then(() => setConnect({ state: 'connected' }))
      }),
    [showAnswer],
  )

  useEffect(() => {
    if (!waiting) return
    let cancelGrace: (() => void) | undefined
    const check = setInterval(() => {
      if (!popup.current?.closed) return
      popup.current = null
      const finish = async () => {
        if (await hasNewAccount()) return setConnect({ state: 'connected' })
        setConnect((now) => (now.state === 'waiting' ? { state: 'failed', text: t('connect.closed') } : now))
      }
      cancelGrace = after(GRACE_MS, () => void finish())
    }, CHECK_INTERVAL_MS)
    return () => {
      clearInterval(check)
      cancelGrace?.()
    }
  }, [waiting, t])

  const start = useCallback(async () => {
    const opened = openWindow()
    popup.current = opened
    setConnect({ state: 'waiting', inWindow: true })
    const answer = await call('connectAccount', { body: { service: 'spotify' } })
    if (!answer.ok) {
      opened?.close()
      popup.current = null
      return setConnect({ state: 'failed', text: errorText(t, answer) })
    }
    if (!opened) return setConnect({ state: 'blocked', url: answer.value.url })
    opened.location.href = answer.value.url
  }, [t])

  /** Links an account under the person's own name, without a window (L15). */
  const startDirectly = useCallback(async () => {
    setConnect({ state: 'waiting', inWindow: false })
    showAnswer(await receiveAccounts(call('connectDirectly')))
  }, [showAnswer])

  return { connect, start, startDirectly }
}
