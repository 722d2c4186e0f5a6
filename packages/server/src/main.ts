import { enableCompileCache } from 'node:module'

// What was compiled and stripped of its types once is kept for the next start: half of the time until we serve.
enableCompileCache()
const { runServer } = await import('./run-server.ts')
await runServer()
