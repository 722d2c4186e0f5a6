import type { SavedPlaylist } from '@jointly/contract'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { Db } from '../platform/db/tables.ts'
import type { DatabaseFactory } from './databases.ts'
import { openSession } from './session-fixture.ts'
import { granted, type Person, startTestServer } from './test-server.ts'

const Items = z.object({ total: z.int(), items: z.array(z.object({ item: z.object({ id: z.string() }) })) })
const Playlists = z.object({
  items: z.array(
    z.object({ id: z.string(), name: z.string(), public: z.boolean(), description: z.string() }),
  ),
})

export const PLAYLIST = { name: 'Summer party · 22 November 2026', description: 'Played in Jointly.' }
export const START_MS = Date.UTC(2026, 10, 22, 20)

/**
 * Starts a server for tests about the songs that played while people were in sessions.
 * @param apiBase the address of the provider's API; without it, that of the built-in provider
 */
export async function openHistoryFixture(
  database: DatabaseFactory | undefined,
  settings: Record<string, string> = {},
  apiBase?: string,
) {
  const clock = { ms: START_MS }
  const server = await startTestServer(database, { now: () => clock.ms }, settings)
  const api = apiBase ?? `${server.address}/spotify/api/v1`
  let count = 0

  async function atProvider(person: Person, path: string): Promise<unknown> {
    const [account] = await granted(person.call('accounts'))
    const headers = { authorization: `Bearer ${account?.access_token}` }
    return (await fetch(`${api}${path}`, { headers })).json()
  }
  const savedPlaylists = async (person: Person) =>
    Playlists.parse(await atProvider(person, '/me/playlists?limit=50')).items.filter(
      ({ name }) => name === PLAYLIST.name,
    )
  const save = (person: Person, visit: string) =>
    person.call('saveHistory', { params: { visit }, body: PLAYLIST })

  return {
    server,
    clock,
    savedPlaylists,
    save,

    /** Registers a person, who creates a session. */
    async addHost(): Promise<{ person: Person; ssid: string }> {
      const person = await server.signUp(`p${(count += 1)}`)
      return { person, ssid: await openSession(person) }
    },

    /** Stores a visit in which one song started each minute. @returns the id of the visit */
    addVisit: (
      { id }: Person,
      ssid: string,
      songIds: readonly string[],
      visitAt = START_MS,
    ): Promise<string> =>
      insertVisit(server.db, { user_id: id, session_id: ssid, visit_at: visitAt }, songIds),

    summary: (person: Person, visit: string) => granted(person.call('history', { params: { visit } })),

    /**
     * Repeats the call that saves songs until no songs remain, as the app does.
     * @returns the answers to all calls
     */
    async saveAll(person: Person, visit: string): Promise<SavedPlaylist[]> {
      const steps = [await granted(save(person, visit))]
      while ((steps.at(-1)?.remaining ?? 0) > 0) steps.push(await granted(save(person, visit)))
      return steps
    },

    /** Returns the song ids of the saved playlist of a person. Fails if the person has not exactly one. */
    async savedSongs(person: Person): Promise<string[]> {
      const playlists = await savedPlaylists(person)
      expect(playlists).toHaveLength(1)
      const ids: string[] = []
      for (let total = 1; ids.length < total; ) {
        const path = `/playlists/${playlists[0]?.id}/items?limit=50&offset=${ids.length}`
        const page = Items.parse(await atProvider(person, path))
        ids.push(...page.items.map(({ item }) => item.id))
        total = page.items.length === 0 ? 0 : page.total
      }
      return ids
    },
  }
}

async function insertVisit(
  db: Db,
  visit: { user_id: string; session_id: string; visit_at: number },
  songIds: readonly string[],
): Promise<string> {
  await db
    .insertInto('visits')
    .values({ ...visit, title: 'Summer party' })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'visit_at', 'session_id']).doUpdateSet({ title: 'Summer party' }),
    )
    .execute()
  const rows = songIds.map((song_id, index) => ({
    ...visit,
    song_id,
    start_at: visit.visit_at + index * 60_000,
  }))
  await db.insertInto('heard_songs').values(rows).execute()
  return `${visit.session_id}-${visit.visit_at}`
}

export type HistoryFixture = Awaited<ReturnType<typeof openHistoryFixture>>
