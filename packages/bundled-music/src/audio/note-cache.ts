import { LRUCache } from 'lru-cache'
import type { Part } from './score.ts'
import { playNote } from './synth/instrument.ts'
import type { Sample } from './synth/patch.ts'

/** A part of a song. `song` and `partIndex` identify it in the cache. */
export type SongPart = { readonly song: string; readonly partIndex: number; readonly part: Part }

/** Renders a note of a part, or returns it from the cache. */
export type NoteCache = (part: SongPart, pitch: number, durationSec: number) => Sample

const sizeOf = (sample: Sample): number =>
  sample.left.byteLength + (sample.right === sample.left ? 0 : sample.right.byteLength)

/** Creates a cache of rendered notes, so that a repeated note of a song is rendered only once. */
export function createNoteCache(maxBytes: number): NoteCache {
  const notes = new LRUCache<string, Sample>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  return ({ song, partIndex, part }, pitch, durationSec) => {
    // The duration is rounded to 5 ms. Otherwise almost every note would have its own duration, and the cache would
    // rarely find a note.
    const length = part.patch.kind === 'drum' ? 0 : Math.round(durationSec * 200) / 200
    const key = `${song}/${partIndex}/${pitch}/${length}`
    const cached = notes.get(key)
    if (cached !== undefined) return cached
    const sample = playNote(part.patch, pitch, length)
    notes.set(key, sample)
    return sample
  }
}
