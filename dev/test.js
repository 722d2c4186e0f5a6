// `npm test` installs what is missing and runs every check. `npm test -- unit journeys` runs only these checks. `npm
// test -- quick` leaves out the journeys, the suites that run on every database or need PostgreSQL or Redis, and the
// check `rules`, which needs all results.
import { underPinnedNode } from './setup/install.js'

await underPinnedNode(import.meta.url)
await import('./checks/run.ts')
