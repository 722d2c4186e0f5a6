import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Set in an entry of the browser's history in which the drawer is raised. The value is the time when the page was
     * loaded. After a reload, the app sees from it that the entry is from before the reload.
     */
    drawer?: number
  }
}

/**
 * Returns a function that says whether the drawer is raised in the current entry of the browser's history, for
 * example after Back from another screen. An entry from before a reload does not count, because the drawer would hide
 * the play button.
 */
export function useHasDrawerEntry(): () => boolean {
  const { history } = useRouter()
  return () => history.location.state.drawer === performance.timeOrigin
}

/**
 * While the drawer is raised, the browser's history has an additional entry. So Back lowers the drawer first, and
 * Forward raises it again (M3).
 * @param raise called when Forward leads to an entry with a raised drawer
 * @param lower called when Back leads to an entry without one
 */
export function useDrawerHistory(isRaised: boolean, raise: () => void, lower: () => void): void {
  const { history } = useRouter()
  const newest = useRef({ isRaised, raise, lower })
  newest.current = { isRaised, raise, lower }
  /** Whether this hook has asked the browser to go back, and the browser has not done it yet. */
  const isRemoving = useRef(false)

  useEffect(() => {
    const { href, state } = history.location
    const hasEntry = state.drawer !== undefined
    if (isRaised && !hasEntry) history.push(href, { ...state, drawer: performance.timeOrigin })
    if (!isRaised && hasEntry && !isRemoving.current) {
      isRemoving.current = true
      history.back()
    }
  }, [history, isRaised])

  useEffect(() => {
    const { pathname } = history.location
    return history.subscribe(({ location, action }) => {
      if (action.type === 'PUSH' || action.type === 'REPLACE' || location.pathname !== pathname) return
      const hasEntry = location.state.drawer !== undefined
      const { isRaised: isRaisedNow, raise: raiseNow, lower: lowerNow } = newest.current
      // The drawer was raised again before the browser removed the entry, so the entry is added again.
      if (isRemoving.current && isRaisedNow)
        history.push(location.href, { ...location.state, drawer: performance.timeOrigin })
      else if (hasEntry && !isRaisedNow) raiseNow()
      else if (!hasEntry && isRaisedNow) lowerNow()
      isRemoving.current = false
    })
  }, [history])
}
