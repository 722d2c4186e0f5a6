export { type NotesFile, notesFiles, readNotes, soundLast } from './notes-files.ts'
export { noteSound } from './note-sound.ts'
export { jpegHead, pngHead } from './picture-files.ts'
export { mp3File, wavFile } from './song-files.ts'
