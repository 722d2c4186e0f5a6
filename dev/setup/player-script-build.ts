// Makes the player script of the built-in provider smaller. The build of the web app calls this.
import { playerScript, saveMinifiedScript } from '@jointly/spotify-emulator/player-script'
import { minifySync } from 'vite'

const { code, errors } = minifySync('spotify-player.js', playerScript())
if (errors[0]) throw new Error(`The player script could not be minified: ${errors[0].message}`)
saveMinifiedScript(code)
