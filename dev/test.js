// `npm test`: install what is missing, run every check. `npm test -- unit journeys` runs only those named,
// `npm test -- quick` all that need no browser, PostgreSQL or Redis.
import { underPinnedNode } from './setup/install.js'

await underPinnedNode(import.meta.url)
await import('./checks/run.ts')
