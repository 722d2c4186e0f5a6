import { adtsFile } from './adts-file.ts'
import { serveFiles } from './serve-decoder.ts'

// Browsers decode AAC themselves. The worker makes a file of the packets, which a browser can decode without the
// rest of the song.
serveFiles((format) => adtsFile(format.setup))
