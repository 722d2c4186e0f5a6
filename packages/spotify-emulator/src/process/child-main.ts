/** The entry point of the child process that `startProviderProcess` starts. */
import { enablePrivateCompileCache } from './compile-cache.ts'

enablePrivateCompileCache()
const { serveParent } = await import('./child-server.ts')
serveParent()
