import type { Answer } from '@jointly/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type FailedAnswer, isTemporary } from '../../api/error-text.ts'
import { useReconnected } from '../../browser/connection/online.ts'
import type { Atom } from './use-atom.ts'

/** A reload does not wait for a call that has run for longer than this, in milliseconds. */
const GIVE_UP_MS = 30_000

/** The state of data that a screen loads. `stale` says why the data could not be loaded again. */
export type Loading<T> =
  | { state: 'loading' }
  | { state: 'ready'; value: T; stale: FailedAnswer | null }
  | { state: 'failed'; refused: FailedAnswer }

/** Stored data. They are loaded again if `version` is not the current one. */
export type Cached<T> = { version: string; value: T }

/** Returns why the last call failed. Null if none has failed. */
export function failureOf(loading: Loading<unknown>): FailedAnswer | null {
  if (loading.state === 'failed') return loading.refused
  return loading.state === 'ready' ? loading.stale : null
}

/**
 * Loads data when a screen opens and on `reload`, and aborts the call when the screen closes. A reload does not end a
 * running call, but follows it. Otherwise reloads that are faster than the answers would show nothing. Only a reload
 * after 30 seconds ends a running call. If a reload fails for a short time, the data stay. A failed call is repeated
 * when the server can be reached again (E3).
 * @param load must be the same function in each render (a function of a module, or from `useCallback`)
 * @param cache keeps the data after the screen closes, so that the screen shows them when it opens again. If `version`
 * changes, the data are loaded again, and the old ones stay on the screen meanwhile.
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<Answer<T>>,
  cache?: { atom: Atom<Cached<T> | null>; version: string },
) {
  const { atom, version = '' } = cache ?? {}
  const [loading, setLoading] = useState<Loading<T>>(() => {
    const cached = atom?.get() ?? null
    return cached === null ? { state: 'loading' } : { state: 'ready', value: cached.value, stale: null }
  })
  // The data of another `load`, such as those of another session, do not stay. A cache has only data of one thing.
  const loadedBy = useRef(load)
  const [round, setRound] = useState(0)
  const runsSinceMs = useRef<number | null>(null)
  const isReloadDue = useRef(false)
  const reload = useCallback(() => {
    if (runsSinceMs.current !== null && performance.now() < runsSinceMs.current + GIVE_UP_MS) {
      isReloadDue.current = true
      return
    }
    setLoading((before) => (before.state === 'ready' ? before : { state: 'loading' }))
    setRound((before) => before + 1)
  }, [])
  useEffect(() => {
    if (round === 0 && atom?.get()?.version === version) return
    const controller = new AbortController()
    const show = (answer: Answer<T>) => {
      if (answer.ok) {
        atom?.set({ version, value: answer.value })
        loadedBy.current = load
        return setLoading({ state: 'ready', value: answer.value, stale: null })
      }
      const canKeep = isTemporary(answer) && (atom !== undefined || loadedBy.current === load)
      setLoading((before) =>
        before.state === 'ready' && canKeep
          ? { ...before, stale: answer }
          : { state: 'failed', refused: answer },
      )
    }
    runsSinceMs.current = performance.now()
    isReloadDue.current = false
    void load(controller.signal).then((answer) => {
      if (controller.signal.aborted) return
      runsSinceMs.current = null
      show(answer)
      if (isReloadDue.current) reload()
    })
    return () => {
      controller.abort()
      runsSinceMs.current = null
    }
  }, [load, round, atom, version, reload])
  const failed = failureOf(loading) !== null
  useReconnected(
    useCallback(() => {
      if (failed) reload()
    }, [failed, reload]),
  )
  return { loading, reload }
}
