import { adtsFile } from './adts-file.ts'
import { serveFiles } from './serve-decoder.ts'

// Browsers can decode AAC themselves. The worker only puts the packets of a piece into a file that a browser can
// decode.
serveFiles((format) => adtsFile(format.setup))
