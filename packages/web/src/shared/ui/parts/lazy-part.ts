import { type ComponentType, createElement, lazy, useEffect, useSyncExternalStore } from 'react'
import { useReconnected } from '../../browser/connection/online.ts'
import { createListeners } from '../../browser/listeners.ts'
import { loadFailedStyles } from './failed-styles.ts'

export type FailedPartProps<Props> = {
  /** The props of the part. */
  props: Props
  /**
   * Whether a further attempt failed too. Browsers before the end of 2026 may remember a failed import until the page is
   * loaded again (https://github.com/whatwg/html/pull/10327), so then a reload is the only way.
   */
  hasRetried: boolean
  onRetry: () => void
}

export type LazyPart<Props> = ComponentType<Props> & {
  /** Makes the next render load the code again, if it could not be loaded. */
  forgetFailure: () => void
}

/**
 * A component whose code is loaded when it is first rendered. `React.lazy` alone would keep a failed import, and throw
 * it into the screen around the part. Here only the part is replaced, and it is loaded again on request, when the server
 * can be reached again, and when the part is opened again (E3).
 * @param Failed is shown in the place of the part while its code could not be loaded
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  Failed: ComponentType<FailedPartProps<Props>>,
): LazyPart<Props> {
  const listeners = createListeners()
  let attempts = 0
  let hasFailed = false

  const createPart = () =>
    lazy<ComponentType<Props>>(async () => {
      attempts += 1
      try {
        await loadFailedStyles()
        return { default: (await load())[name] }
      } catch {
        hasFailed = true
        return { default: FailedPart }
      }
    })
  let part = createPart()
  const currentPart = () => part

  function forgetFailure(): void {
    if (!hasFailed) return
    hasFailed = false
    part = createPart()
  }
  function retry(): void {
    forgetFailure()
    listeners.notify()
  }

  function FailedPart(props: Props) {
    useReconnected(retry)
    return createElement(Failed, { props, hasRetried: attempts > 1, onRetry: retry })
  }

  function Part(props: Props) {
    useEffect(() => forgetFailure, [])
    // The build renders the prepared page with the third argument.
    return createElement(useSyncExternalStore(listeners.add, currentPart, currentPart), props)
  }
  return Object.assign(Part, { forgetFailure })
}
