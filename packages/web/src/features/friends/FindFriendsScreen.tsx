import type { Friend } from '@jointly/contract'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { useGo } from '../../shared/browser/layout/use-shell.ts'
import { loadFriends } from '../../shared/store/load.ts'
import { useStore } from '../../shared/store/store.ts'
import { Screen } from '../../shared/ui/layout/Screen.tsx'
import { SearchBox } from '../../shared/ui/search/SearchBox.tsx'
import { SearchResults } from '../../shared/ui/search/SearchResults.tsx'
import { BackLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { EmptyState } from '../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import { type Search, SEARCH_DEBOUNCE_MS, useSearch } from '../../shared/ui/search/use-search.ts'
import { FriendRow } from './FriendRow.tsx'
import css from './FindFriendsScreen.module.css'
import { withCurrentStatus } from './friendship.ts'

/** The longest username (spec section 5). */
const USERNAME_MAX_LENGTH = 20

const find = (s: string, signal: AbortSignal) => call('findFriends', { body: { s }, signal })

/**
 * Finds people by the start of their name (N2). When the person has cleared the query, the screen returns to the list
 * of friends.
 */
export function FindFriendsScreen() {
  const { t } = useTranslation()
  const go = useGo()
  const { text, setText, search, retry } = useSearch(find)
  const input = useRef<HTMLInputElement>(null)
  const leave = useCallback(() => go(screenPath.friends(), { replace: true }), [go])

  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  const typed = useRef(false)
  const query = text.trim()
  useEffect(() => {
    if (query !== '') typed.current = true
    else if (typed.current) {
      // The screen closes only after this pause, so that the person can clear the query and type another name.
      const timer = setTimeout(leave, SEARCH_DEBOUNCE_MS)
      return () => clearTimeout(timer)
    }
  }, [query, leave])

  return (
    <Screen title={t('friends.findTitle')} back={<BackLink to={screenPath.friends()} />}>
      <div className={css.search}>
        <SearchBox
          label={t('friends.findTitle')}
          placeholder={t('friends.findTitle')}
          maxLength={USERNAME_MAX_LENGTH}
          value={text}
          onChange={setText}
          onEnter={() => query === '' && leave()}
          inputRef={input}
        />
        <Results search={search} retry={retry} />
      </div>
    </Screen>
  )
}

function Results({ search, retry }: { search: Search<readonly Friend[]>; retry: () => void }) {
  const { t } = useTranslation()
  const friends = useStore((state) => state.friends)
  const { loading } = useLoad(loadFriends)
  const known = loading.state === 'ready' ? friends : null
  return (
    <SearchResults
      search={search}
      onRetry={retry}
      start={<EmptyState icon="friends" title={t('friends.findStart')} text={t('friends.findStartText')} />}
      noneOf={(query) => ({ title: t('friends.findNone', { query }), text: t('friends.findNoneText') })}
      foundOf={(count) => t('friends.found', { count })}
    >
      {(people) => (
        <ul>
          {people.map((found) => (
            <li key={found.id}>
              <FriendRow friend={withCurrentStatus(found, known)} />
            </li>
          ))}
        </ul>
      )}
    </SearchResults>
  )
}
