export { jpegHead, pngHead } from './picture-files.ts'
export { mp3File, wavFile } from './song-files.ts'
