// `npm test`: installs what is missing and runs every check. `npm test -- unit journeys` runs only these checks. `npm
// test -- quick` runs all that need no browser, PostgreSQL or Redis.
import { underPinnedNode } from './setup/install.js'

await underPinnedNode(import.meta.url)
await import('./checks/run.ts')
