import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { useGo } from '../../shared/browser/layout/use-shell.ts'
import { loadFriends } from '../../shared/store/load-lists.ts'
import { useStore } from '../../shared/store/store.ts'
import { Screen } from '../../shared/ui/layout/Screen.tsx'
import { BackLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { EmptyState } from '../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import { useRequestToasts } from '../../shared/ui/toasts/use-request-toasts.ts'
import { SEARCH_DEBOUNCE_MS } from '../../shared/ui/search/use-search.ts'
import { FindPeople, usePeopleSearch } from './FindPeople.tsx'
import { after } from '../../shared/browser/timers.ts'

/**
 * Finds people by the start of their name (N2). When the person clears the query, the app returns to the list of
 * friends.
 */
export function FindFriendsScreen() {
  const { t } = useTranslation()
  const go = useGo()
  const typing = usePeopleSearch()
  const input = useRef<HTMLInputElement>(null)
  const leave = useCallback(() => go(screenPath.friends(), { replace: true }), [go])
  const friends = useStore((state) => state.friends)
  const { loading } = useLoad(loadFriends)
  useRequestToasts({ ssid: null, isLoaded: loading.state === 'ready' })

  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  const typed = useRef(false)
  const query = typing.text.trim()
  useEffect(() => {
    if (query !== '') typed.current = true
    else if (typed.current) {
      // The screen closes after this pause, so that the person can clear the query and type another name.
      return after(SEARCH_DEBOUNCE_MS, leave)
    }
  }, [query, leave])

  return (
    <Screen title={t('friends.findTitle')} back={<BackLink to={screenPath.friends()} />}>
      <FindPeople
        {...typing}
        known={loading.state === 'ready' ? friends : null}
        start={<EmptyState icon="friends" title={t('friends.findStart')} text={t('friends.findStartText')} />}
        onEnter={() => query === '' && leave()}
        inputRef={input}
      />
    </Screen>
  )
}
