/** The built-in provider as a process of its own, started by `startProviderProcess`. */
import { enableCompileCache } from 'node:module'

// What was compiled and stripped of its types once is kept for the next start: it halves the time.
enableCompileCache()
const { serveParent } = await import('./serve-parent.ts')
serveParent()
