import { readFileSync } from 'node:fs'

/** A file with the sound of `noteSound`. */
export type NotesFile = {
  readonly name: string
  readonly codec: string
  readonly seconds: number
  readonly seed: number
}

/**
 * Small files of every format in the folder `notes`. They were made from `noteSound` at 44.1 kHz (opus 48 kHz, flac
 * 22.05 kHz), of one channel, by `lame -b 48`, `lame -V 7`, `lame -V 7 -t`, `flac`, `oggenc -q 0`,
 * `opusenc --bitrate 40` and `ffmpeg -c:a aac -b:a 56k`. The untagged one says nothing about its length.
 */
export const notesFiles: readonly NotesFile[] = [
  { name: 'constant.mp3', codec: 'mp3', seconds: 4, seed: 5 },
  { name: 'variable.mp3', codec: 'mp3', seconds: 4, seed: 5 },
  { name: 'notes.flac', codec: 'flac', seconds: 4, seed: 5 },
  { name: 'notes.ogg', codec: 'vorbis', seconds: 4, seed: 5 },
  { name: 'notes.opus', codec: 'opus', seconds: 4, seed: 5 },
  { name: 'notes.m4a', codec: 'aac', seconds: 4, seed: 5 },
]

/** Reads a file of the folder `notes`. */
export const readNotes = (name: string): Buffer => readFileSync(new URL(`notes/${name}`, import.meta.url))
