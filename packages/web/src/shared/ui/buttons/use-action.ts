import type { Answer } from '@jointly/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ButtonState } from './Button.tsx'
import { after } from '../../browser/timers.ts'

/** How long a button shows a check mark after the action succeeded, in milliseconds. */
const SUCCESS_SHOWN_MS = 1500

/**
 * Runs one call at a time for an action button (spec section 4).
 * @returns `state` for the button; `run` starts a call and returns its answer. If another call is running, `run`
 * starts no call and returns null.
 */
export function useAction() {
  const [state, setState] = useState<ButtonState>('default')
  const busy = useRef(false)
  useEffect(() => {
    if (state !== 'success') return
    return after(SUCCESS_SHOWN_MS, () => setState('default'))
  }, [state])
  const run = useCallback(async <T>(start: () => Promise<Answer<T>>): Promise<Answer<T> | null> => {
    if (busy.current) return null
    busy.current = true
    setState('loading')
    const answer = await start()
    busy.current = false
    setState(answer.ok ? 'success' : 'failed')
    return answer
  }, [])
  return { state, run }
}
