import type { Answer } from '@jointly/contract'
import { useCallback, useEffect, useState } from 'react'
import type { FailedAnswer } from '../../api/error-text.ts'
import { useReconnected } from '../../browser/connection/online.ts'
import type { Atom } from './use-atom.ts'

/** The state of data that a screen loads. */
export type Loading<T> =
  | { state: 'loading' }
  | { state: 'ready'; value: T }
  | { state: 'failed'; refused: FailedAnswer }

/**
 * Loads data when a screen opens and on `reload`, and aborts the call when the screen closes. A failed call is
 * repeated when the server can be reached again.
 * @param load must be the same function in each render (a function of a module, or from `useCallback`)
 * @param atom keeps the data after the screen closes; if it has data, the screen shows these without a call
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<Answer<T>>, atom?: Atom<T | null>) {
  const [loading, setLoading] = useState<Loading<T>>(() => {
    const value = atom?.get() ?? null
    return value === null ? { state: 'loading' } : { state: 'ready', value }
  })
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (round === 0 && atom && atom.get() !== null) return
    const controller = new AbortController()
    void load(controller.signal).then((answer) => {
      if (controller.signal.aborted) return
      if (answer.ok) atom?.set(answer.value)
      setLoading(answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed', refused: answer })
    })
    return () => controller.abort()
  }, [load, round, atom])
  const reload = useCallback(() => {
    setLoading((before) => (before.state === 'ready' ? before : { state: 'loading' }))
    setRound((before) => before + 1)
  }, [])
  const failed = loading.state === 'failed'
  useReconnected(
    useCallback(() => {
      if (failed) reload()
    }, [failed, reload]),
  )
  return { loading, reload }
}
