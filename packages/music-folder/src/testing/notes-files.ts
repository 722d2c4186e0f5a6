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
 * 22.05 kHz), with one channel, by `lame -b 48`, `lame -V 7`, `lame -V 7 -t`, `flac`, `oggenc -q 0`, `opusenc
 * --bitrate 40` and `ffmpeg -c:a aac -b:a 56k`. The file made with `-t` does not contain its length.
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

/** Moves the description of the sound in an MP4 file (`moov`) before the sound (`mdat`), as in files for the web. */
export function soundLast(file: Buffer): Buffer {
  const boxes: { kind: string; content: Buffer }[] = []
  for (let at = 0; at < file.length; at += boxes.at(-1)?.content.length ?? file.length)
    boxes.push({
      kind: file.toString('latin1', at + 4, at + 8),
      content: Buffer.from(file.subarray(at, at + file.readUInt32BE(at))),
    })
  const moved = boxes.find(({ kind }) => kind === 'moov')?.content ?? Buffer.alloc(0)
  // The table `stco` contains the byte positions of the sound, which are now higher. The entries of the table begin
  // after 12 bytes: name, version and count.
  const table = moved.indexOf('stco')
  for (let entry = 0; entry < moved.readUInt32BE(table + 8); entry += 1) {
    const at = table + 12 + 4 * entry
    moved.writeUInt32BE(moved.readUInt32BE(at) + moved.length, at)
  }
  const [first, ...others] = boxes.flatMap(({ kind, content }) => (kind === 'moov' ? [] : [content]))
  return Buffer.concat([first ?? Buffer.alloc(0), moved, ...others])
}
