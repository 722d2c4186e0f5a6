import { enablePrivateCompileCache } from '@jointly/spotify-emulator/compile-cache'

enablePrivateCompileCache()
const { runServer } = await import('./run-server.ts')
await runServer()
