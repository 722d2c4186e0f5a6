// `npm start` installs what is missing, builds the web app if its sources are newer, and starts everything on one
// port.
import { underPinnedNode } from './setup/install.js'
import { buildWebIfStale } from './setup/web-build.js'

await underPinnedNode(import.meta.url)
const buildMs = buildWebIfStale()
if (buildMs > 0) console.log(`Built in ${(buildMs / 1000).toFixed(1)} s.`)
await import('@jointly/server/main')
