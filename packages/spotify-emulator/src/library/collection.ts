import * as z from 'zod/mini'
import { playlistSvg } from '../catalogue/covers/portraits.ts'
import type { Album, Artist, Person, Picture, Playlist, Track } from '../catalogue/types.ts'
import type { Database } from '../store/database.ts'
import type { TypedPeople, TypedPerson } from '../store/people.ts'
import { svg } from './drawn-pictures.ts'
import type { Library, PictureOf } from './library.ts'

const StoredPlaylist = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  ownerId: z.string(),
  collaborative: z.boolean(),
  public: z.boolean(),
  snapshotId: z.string(),
  items: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('track'), trackId: z.string() }),
      z.object({ kind: z.literal('local'), name: z.string() }),
      z.object({ kind: z.literal('episode'), id: z.string(), name: z.string() }),
      z.object({ kind: z.literal('missing') }),
    ]),
  ),
})

/** A track as it is served: for a relinked one the track that stands in, with the id that was asked for. */
export type ServedTrack = { readonly track: Track; readonly askedId: string }

export type Collection = ReturnType<typeof createCollection>

/** The library together with what people added to it: typed names and playlists they wrote. */
export function createCollection(
  library: Library,
  people: TypedPeople,
  database: Database,
  freePeople: () => readonly string[],
) {
  const { sql } = database
  const selectPlaylist = sql.prepare('select json from playlists where id = ?')
  const selectOwned = sql.prepare('select json from playlists where owner_id = ? order by created_at, rowid')
  const upsertPlaylist = sql.prepare(
    `insert into playlists (id, owner_id, json, created_at) values (?, ?, ?, ?)
     on conflict (id) do update set json = excluded.json`,
  )
  const parse = (row: Record<string, unknown>): Playlist =>
    StoredPlaylist.parse(JSON.parse(String(row['json'])))
  const catalogue = () => library.catalogue()

  const typed = (person: TypedPerson): Person => ({
    ...person,
    email: `${person.id}@example.org`,
    country: 'SE',
    product: 'premium',
    playlistIds: [],
    followedPlaylistIds: [],
  })
  /** A bundled person, or one who typed their name. */
  const person = (id: string): Person | undefined => {
    const typedOne = catalogue().people.has(id) ? undefined : people.find(id)
    const found = typedOne === undefined ? catalogue().people.get(id) : typed(typedOne)
    return found !== undefined && freePeople().includes(id) ? { ...found, product: 'free' } : found
  }
  const playlist = (id: string): Playlist | undefined => {
    const row = selectPlaylist.get(id)
    return row === undefined ? catalogue().playlists.get(id) : parse(row)
  }
  /** A written playlist outlives the library it was written from; it shows while any of its songs is here. */
  const hasSomething = (list: Playlist): boolean =>
    list.items.length === 0 ||
    list.items.some((item) => item.kind !== 'track' || catalogue().tracks.has(item.trackId))

  const savePlaylist = (list: Playlist, nowMs: number): void => {
    upsertPlaylist.run(list.id, list.ownerId, JSON.stringify(list), nowMs)
  }

  return {
    catalogue,
    open: (trackId: string) => library.open(trackId),
    async picture(of: PictureOf, id: string): Promise<Picture | undefined> {
      const list = of === 'playlist' ? playlist(id) : undefined
      const drawn =
        list === undefined
          ? undefined
          : svg(playlistSvg(id, list.name, person(list.ownerId)?.displayName ?? ''))
      return (await library.picture(of, id)) ?? drawn
    },
    playlist,
    savePlaylist,
    artist: (id: string): Artist | undefined => catalogue().artists.get(id),
    album: (id: string): Album | undefined => catalogue().albums.get(id),

    person,

    track(id: string): ServedTrack | undefined {
      const asked = catalogue().tracks.get(id)
      if (asked === undefined) return undefined
      const served = asked.relinkedTo === undefined ? asked : catalogue().tracks.get(asked.relinkedTo)
      return { track: served ?? asked, askedId: id }
    },

    /** What the person's library shows, own first. Someone who typed a name gets starters on the first look. */
    playlistsOf(person: Person, nowMs: number): readonly Playlist[] {
      const ids = new Set([...person.playlistIds, ...library.commonPlaylistIds()])
      const written = () =>
        selectOwned
          .all(person.id)
          .map(parse)
          .filter((list) => !ids.has(list.id) && hasSomething(list))
      let own = written()
      if (ids.size === 0 && own.length === 0) {
        for (const starter of library.starterPlaylists(person.id)) savePlaylist(starter, nowMs)
        own = written()
      }
      const listed = [...ids, ...person.followedPlaylistIds]
        .map(playlist)
        .filter((list) => list !== undefined)
      return [...listed.slice(0, ids.size), ...own, ...listed.slice(ids.size)]
    },
  }
}
