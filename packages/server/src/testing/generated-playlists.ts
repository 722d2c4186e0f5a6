import { granted, type Person } from './test-server.ts'

/** Functions that generate playlists in the provider's format, and that choose playlists. */

/** Returns copies of the entries of a page. */
export function entriesOf(body: Record<string, unknown>): Record<string, unknown>[] {
  const { items } = body
  return Array.isArray(items) ? items.map((entry: object) => ({ ...entry })) : []
}

/** Creates the song with this number, in the provider's format. */
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

/** Creates the page that an address requests, of a playlist with `total` generated songs. */
export function pageOf(url: URL, total: number) {
  const offset = Number(url.searchParams.get('offset'))
  const limit = Number(url.searchParams.get('limit'))
  const length = Math.max(0, Math.min(limit, total - offset))
  const items = Array.from({ length }, (_, index) => ({ is_local: false, item: track(offset + index) }))
  return { items, total, next: offset + length < total ? 'more' : null }
}

/**
 * Returns a step for the faulty provider: it answers with the requested page of a playlist with `total`
 * generated songs.
 */
export const pagesOf = (total: number) => (url: URL) => ({ json: pageOf(url, total) })

/** Lists the playlists of a person that can be imported, the longest first. */
export const readable = async ({ call }: Person) =>
  (await granted(call('providerPlaylists')))
    .filter(({ state }) => state !== 'refused')
    .sort((a, b) => b.total - a.total)
/** Chooses the playlists to import. */
export const choose = ({ call }: Person, ...ids: string[]) =>
  granted(call('choosePlaylists', { body: ids.map((id) => ({ id, load: true })) }))
/** Lists the imported playlists. */
export const mine = ({ call }: Person) => granted(call('playlists'))
/** Returns the path at the provider for the songs of a playlist. */
export const items = (id: string) => `/playlists/${id}/items`
