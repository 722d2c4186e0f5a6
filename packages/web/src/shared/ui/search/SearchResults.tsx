import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SkeletonRows } from '../states/Skeleton.tsx'
import { EmptyState, ErrorState } from '../states/StateNote.tsx'
import type { Search } from './use-search.ts'

type SearchResultsProps<T> = {
  search: Search<readonly T[]>
  onRetry: () => void
  /** The content while nothing is typed. */
  start: ReactNode
  /** The texts for a search that found nothing. */
  noneOf: (query: string) => { title: string; text: string }
  /** The text with the number of results, for screen readers. */
  foundOf: (count: number) => string
  children: (found: readonly T[]) => ReactNode
}

/** Shows the state of a search, also to screen readers. `children` renders what was found. */
export function SearchResults<T>(props: SearchResultsProps<T>) {
  const { t } = useTranslation()
  const { search, noneOf, foundOf } = props
  const count = search.state === 'found' ? search.found.length : 0
  return (
    <>
      {/* It is always on the page, because screen readers read only changes of a status that exists already. */}
      <p className="visually-hidden" role="status">
        {search.state === 'searching' && t('state.loading')}
        {search.state === 'found' && (count === 0 ? noneOf(search.query).title : foundOf(count))}
      </p>
      <Results {...props} />
    </>
  )
}

function Results<T>({ search, onRetry, start, noneOf, children }: SearchResultsProps<T>) {
  switch (search.state) {
    case 'empty':
      return start
    case 'searching':
      return <SkeletonRows />
    case 'failed':
      return <ErrorState refused={search.refused} onRetry={onRetry} />
    case 'found':
      if (search.found.length === 0) return <EmptyState icon="search" {...noneOf(search.query)} />
      return children(search.found)
  }
}
