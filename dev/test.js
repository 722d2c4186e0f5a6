// `npm test`: install what is missing, run every check. `npm test -- unit journeys` runs only those named.
import { underPinnedNode } from './setup/install.js'

await underPinnedNode(import.meta.url)
await import('./checks/run.ts')
