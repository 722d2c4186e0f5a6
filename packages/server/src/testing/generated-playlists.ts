/** Playlists of made-up songs, as a provider's answers hold them. */

/** The entries of an answer's page. */
export function entriesOf(body: Record<string, unknown>): Record<string, unknown>[] {
  const { items } = body
  return Array.isArray(items) ? items.map((entry: object) => ({ ...entry })) : []
}

/** A track as the provider's answers hold it. */
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

/** The page that is asked for, of a playlist of so many made-up songs. */
export function pageOf(url: URL, total: number) {
  const offset = Number(url.searchParams.get('offset'))
  const limit = Number(url.searchParams.get('limit'))
  const length = Math.max(0, Math.min(limit, total - offset))
  const items = Array.from({ length }, (_, index) => ({ is_local: false, item: track(offset + index) }))
  return { items, total, next: offset + length < total ? 'more' : null }
}

/** Answers with the pages that are asked for, of a playlist of so many made-up songs. */
export const pagesOf = (total: number) => (url: URL) => ({ json: pageOf(url, total) })
