/** Endpoints that were removed for apps in 2026. They answer 403 instead of 404 (docs/spotify.md 3). */
const removed: readonly { readonly path: RegExp; readonly methods?: readonly string[] }[] = [
  { path: /^\/playlists\/[^/]+\/tracks$/ },
  { path: /^\/(tracks|albums|artists|episodes|shows|audiobooks|chapters|markets)$/ },
  { path: /^\/artists\/[^/]+\/(top-tracks|related-artists)$/ },
  { path: /^\/browse(\/|$)/ },
  { path: /^\/users\/[^/]+(\/playlists)?$/ },
  { path: /^\/me\/(tracks|albums|episodes|shows|audiobooks)\/contains$/ },
  { path: /^\/me\/(tracks|albums|episodes|shows|audiobooks)$/, methods: ['PUT', 'DELETE'] },
  { path: /^\/(recommendations|audio-features|audio-analysis)(\/|$)/ },
]

export const removedEndpoint = (method: string, path: string): boolean =>
  removed.some((endpoint) => endpoint.path.test(path) && (endpoint.methods?.includes(method) ?? true))
