// `npm run doctor` checks the setup of a server in this environment, and prints what to change.
import { underPinnedNode } from './setup/install.js'

await underPinnedNode(import.meta.url)
await import('@jointly/server/doctor')
