import type { Suggestions } from '@jointly/contract'
import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { SkeletonRows } from '../../../shared/ui/states/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../../shared/ui/states/use-load.ts'
import { type SearchMemory, type SongPage, suggestionsDuring } from './search-memory.ts'
import css from './SearchTab.module.css'
import { type SongListProps, SongRow } from './SongRow.tsx'

type SongSuggestionsProps = SongListProps & {
  ssid: string
  memory: SearchMemory['suggestions']
  onOpen: (page: SongPage) => void
}

/** The songs that the search suggests while the search box is empty (Q4). */
export function SongSuggestions({ ssid, memory, ...rows }: SongSuggestionsProps) {
  const { t } = useTranslation()
  const load = useCallback((signal: AbortSignal) => call('suggestions', { params: { ssid }, signal }), [ssid])
  const songId = rows.view.shared.nowPlaying.song?.id ?? null
  // The atom is chosen only at the first render, so that the visible suggestions do not change when the next song
  // plays (Q5).
  const [suggestions] = useState(() => suggestionsDuring(memory, songId))
  const { loading, reload } = useLoad(load, suggestions)
  if (loading.state === 'loading') return <SkeletonRows />
  if (loading.state === 'failed') return <ErrorState refused={loading.refused} onRetry={reload} />
  const { groups } = loading.value
  if (groups.length === 0)
    return <EmptyState icon="music" title={t('session.search.start')} text={t('session.search.startText')} />
  return groups.map((group) => <SuggestedGroup key={group.kind} group={group} {...rows} />)
}

type SuggestedGroupProps = Omit<SongSuggestionsProps, 'ssid' | 'memory'> & {
  group: Suggestions['groups'][number]
}

function SuggestedGroup({ group, ...rows }: SuggestedGroupProps) {
  const { t } = useTranslation()
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={css.heading}>
        {t(`session.search.groups.${group.kind}`)}
      </h3>
      <ul>
        {group.songs.map((song) => (
          <li key={song.id}>
            <SongRow song={song} {...rows} />
          </li>
        ))}
      </ul>
    </section>
  )
}
