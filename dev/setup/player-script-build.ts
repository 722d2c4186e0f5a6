// Minifies the player script of the built-in provider and bundles its decoders. The build of the web app calls this.
import {
  packetEntries,
  playerScript,
  saveMinifiedScript,
  savePacketScript,
} from '@jointly/spotify-emulator/player-script'
import { build, minifySync } from 'vite'

const { code, errors } = minifySync('spotify-player.js', playerScript())
if (errors[0]) throw new Error(`The player script could not be minified: ${errors[0].message}`)
saveMinifiedScript(code)

for (const { name, source, format } of packetEntries) savePacketScript(name, await bundle(source, format))

/** Bundles a module with its libraries into one script. */
async function bundle(source: string, format: 'es' | 'iife'): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: source, formats: [format], name: 'decoder', fileName: 'script' },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) =>
    'output' in each ? each.output : [],
  )
  const [chunk, ...others] = outputs
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${source} is not one script`)
  return chunk.code
}
