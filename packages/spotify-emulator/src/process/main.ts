/** The built-in provider as a process of its own, started by `startProviderProcess`. */
import { enableCompileCache } from 'node:module'

// Compiled code is cached for the next start, which then takes half of the time.
enableCompileCache()
const { serveParent } = await import('./serve-parent.ts')
serveParent()
