import type { Answer, FoundSong, Suggestions } from '@jointly/contract'
import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { SkeletonRows } from '../../../shared/ui/states/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../../shared/ui/states/use-load.ts'
import type { SessionView } from '../model/session-view.ts'
import { refusalKeyOf } from '../rule-text.ts'
import {
  type LoadedSuggestions,
  type SearchMemory,
  type SongPage,
  suggestionsAfter,
  suggestionsDuring,
} from './search-memory.ts'
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
  const version = refusalKeyOf(rows.view)
  const { nowPlaying, setup } = rows.view.shared
  const songId = nowPlaying.song?.id ?? null
  // The atom is chosen only at the first render, so that the visible suggestions do not change when the next song
  // plays (Q5).
  const [suggestions] = useState(() => suggestionsDuring(memory, songId))
  const { version: setupVersion } = setup
  const load = useCallback(
    async (signal: AbortSignal): Promise<Answer<LoadedSuggestions>> => {
      const answer = await call('suggestions', { params: { ssid }, signal })
      if (!answer.ok) return answer
      const value = suggestionsAfter(suggestions.get()?.value, { ...answer.value, setupVersion })
      return { ok: true, value }
    },
    [ssid, setupVersion, suggestions],
  )
  const { loading, reload } = useLoad(load, { atom: suggestions, version })
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
            <SongRow song={withRepeatRule(song, rows.view)} {...rows} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Returns the song as refused if it plays or is announced, and may not be chosen again (H5). The server suggests no such
 * song, so its answer has no new refusal for one that is shown already.
 */
function withRepeatRule(song: FoundSong, { shared }: SessionView): FoundSong {
  const { next, nowPlaying, setup } = shared
  // The announced song was chosen after the one that plays.
  const chosen = [next?.song.id, nowPlaying.song?.id].filter((id) => id !== undefined)
  const isRepeat = chosen.slice(0, setup.rules.noRepeat).includes(song.id)
  return isRepeat && !song.refused ? { ...song, refused: true, refusedRule: 'repeat' } : song
}
