// `npm run dev` starts the server, the built-in provider and the web app at one address. Each of them restarts or
// reloads when its sources change.
import { underPinnedNode } from './setup/install.js'

await underPinnedNode(import.meta.url)
await import('./world/dev.ts')
