import type { FlavorItem, FoundSong } from '@jointly/contract'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { artistNames } from '../../../../shared/i18n/artist-names.ts'
import { useStore } from '../../../../shared/store/store.ts'
import { Avatar } from '../../../../shared/ui/media/Avatar.tsx'
import { Cover } from '../../../../shared/ui/media/Cover.tsx'
import { SongSearch } from '../../tabs/SongSearch.tsx'
import { useSongSearch } from '../../tabs/use-song-search.ts'
import { CardNote } from '../components/Card.tsx'
import css from './FlavorPicker.module.css'
import { artistsOf, flavorName, itemOfPlaylist, itemOfSong } from './flavor-items.ts'
import { PickRow } from '../components/ListWithPicker.tsx'
import { flavorItemKind } from '../model/sections.ts'

type Selection = { selected: readonly FlavorItem[]; onSelect: (selected: readonly FlavorItem[]) => void }

/** A search for songs and artists. While the search text is empty, it shows the person's loaded playlists. */
export function FlavorPicker({ ssid, ...selection }: Selection & { ssid: string }) {
  return (
    <SongSearch songSearch={useSongSearch(ssid)} start={<PlaylistChoices {...selection} />}>
      {(songs) => <SearchMatches songs={songs} {...selection} />}
    </SongSearch>
  )
}

function PlaylistChoices(selection: Selection) {
  const { t } = useTranslation()
  const playlists = useStore((state) => state.playlists)
  if (playlists.length === 0) return <CardNote>{t('session.options.flavor.noPlaylists')}</CardNote>
  return (
    <Group title={t('session.options.flavor.playlists')}>
      {playlists.map((playlist) => (
        <ItemRow
          key={playlist.id}
          item={itemOfPlaylist(playlist)}
          start={<Cover src={playlist.cover} seed={playlist.id} size={40} />}
          detail={t('session.library.songs', { count: playlist.total })}
          {...selection}
        />
      ))}
    </Group>
  )
}

function SearchMatches({ songs, ...selection }: Selection & { songs: readonly FoundSong[] }) {
  const { t } = useTranslation()
  return (
    <>
      <Group title={t('session.options.flavor.artists')}>
        {artistsOf(songs).map((item) => (
          <ItemRow
            key={item.id}
            item={item}
            start={<Avatar person={{ id: item.id, username: flavorName(item) }} size={40} />}
            {...selection}
          />
        ))}
      </Group>
      <Group title={t('session.options.flavor.songs')}>
        {songs.map((song) => (
          <ItemRow
            key={song.id}
            item={itemOfSong(song)}
            start={<Cover src={song.cover} seed={song.id} size={40} />}
            detail={artistNames(song)}
            {...selection}
          />
        ))}
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h5 id={id} className={css.group}>
        {title}
      </h5>
      <ul>{children}</ul>
    </section>
  )
}

type ItemRowProps = Selection & { item: FlavorItem; start: ReactNode; detail?: string }

function ItemRow({ item, start, detail, selected, onSelect }: ItemRowProps) {
  const { t } = useTranslation()
  const name = flavorName(item)
  const key = flavorItemKind.keyOf(item)
  const rest = selected.filter((each) => flavorItemKind.keyOf(each) !== key)
  const picked = rest.length < selected.length
  return (
    <li>
      <PickRow
        start={start}
        title={name}
        detail={detail}
        picked={picked}
        labels={{
          pick: t('session.options.flavor.pick', { name }),
          picked: t('session.options.flavor.picked', { name }),
        }}
        onToggle={() => onSelect(picked ? rest : [...rest, item])}
      />
    </li>
  )
}
