// `npm run doctor`: checks the set-up of a server with the settings of this environment, and says what to do.
import { underPinnedNode } from './setup/install.js'

await underPinnedNode(import.meta.url)
await import('@jointly/server/doctor')
