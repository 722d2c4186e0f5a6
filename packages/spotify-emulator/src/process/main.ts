/** The built-in provider as a process of its own, started by `startProviderProcess`. */
import { enablePrivateCompileCache } from './compile-cache.ts'

enablePrivateCompileCache()
const { serveParent } = await import('./serve-parent.ts')
serveParent()
