import { granted, type Person } from './test-server.ts'

/** Returns copies of the entries in the body of a page. Empty if the body has no entries. */
export function entriesOf(body: Record<string, unknown>): Record<string, unknown>[] {
  const { items } = body
  return Array.isArray(items) ? items.map((entry: object) => ({ ...entry })) : []
}

/** Creates a song in the provider's format. @param at makes the song different from all others */
export function track(at: number) {
  const id = `made${String(at).padStart(18, '0')}`
  return {
    id,
    uri: `spotify:track:${id}`,
    type: 'track',
    name: `Song ${at}`,
    duration_ms: 180_000,
    artists: [{ id: 'somebody', name: 'Somebody' }],
    album: { images: [] },
  }
}

/** Creates one page of a playlist with `total` generated songs. @param url has the parameters `offset` and `limit` */
export function pageOf(url: URL, total: number) {
  const offset = Number(url.searchParams.get('offset'))
  const limit = Number(url.searchParams.get('limit'))
  const length = Math.max(0, Math.min(limit, total - offset))
  const items = Array.from({ length }, (_, index) => ({ is_local: false, item: track(offset + index) }))
  return { items, total, next: offset + length < total ? 'more' : null }
}

/**
 * Creates a step for the faulty provider. The step answers with the requested page of a playlist that has `total`
 * generated songs.
 */
export const pagesOf = (total: number) => (url: URL) => ({ json: pageOf(url, total) })

/** Returns the playlists of a person that can be imported, sorted by their length. The longest is first. */
export const readable = async ({ call }: Person) =>
  (await granted(call('providerPlaylists')))
    .filter(({ state }) => state !== 'refused')
    .sort((a, b) => b.total - a.total)
/** Chooses the playlists to import. */
export const choose = ({ call }: Person, ...ids: string[]) =>
  granted(call('choosePlaylists', { body: ids.map((id) => ({ id, load: true })) }))
/** Returns the imported playlists of a person. */
export const mine = ({ call }: Person) => granted(call('playlists'))
/** Returns the path at the provider for the songs of a playlist. */
export const items = (id: string) => `/playlists/${id}/items`
