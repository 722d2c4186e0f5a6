import type { Friend } from '@jointly/contract'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { SearchBox } from '../../shared/ui/search/SearchBox.tsx'
import { SearchResults } from '../../shared/ui/search/SearchResults.tsx'
import { useSearch } from '../../shared/ui/search/use-search.ts'
import { FriendRow } from './FriendRow.tsx'
import { withCurrentStatus } from './friendship.ts'

/** The maximum length of a username (spec section 5). */
const USERNAME_MAX_LENGTH = 20

const find = (s: string, signal: AbortSignal) => call('findFriends', { body: { s }, signal })

/** The typed text and the state of a search for people by the start of their name (N2). */
export const usePeopleSearch = () => useSearch(find)

type FindPeopleProps = ReturnType<typeof usePeopleSearch> & {
  /** All friendships and open requests. Null until they are loaded. */
  known: readonly Friend[] | null
  /** The content that is shown while the field is empty. */
  start: ReactNode
  onEnter?: () => void
  inputRef?: RefObject<HTMLInputElement | null>
}

/** The field that finds people, and the results below it. */
export function FindPeople({
  text,
  setText,
  search,
  retry,
  known,
  start,
  onEnter,
  inputRef,
}: FindPeopleProps) {
  const { t } = useTranslation()
  return (
    <div className="vstack">
      <SearchBox
        label={t('friends.findTitle')}
        placeholder={t('friends.findTitle')}
        maxLength={USERNAME_MAX_LENGTH}
        value={text}
        onChange={setText}
        {...(onEnter && { onEnter })}
        {...(inputRef && { inputRef })}
      />
      <SearchResults
        search={search}
        onRetry={retry}
        start={start}
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
    </div>
  )
}
