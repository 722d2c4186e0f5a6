import type { Part } from './score.ts'
import { playNote } from './synth/instrument.ts'
import type { Sample } from './synth/patch.ts'

/** The sound of a part's note, synthesised once and kept while there is room. */
export type NoteCache = (
  song: string,
  partIndex: number,
  part: Part,
  pitch: number,
  durationSec: number,
) => Sample

const sizeOf = (sample: Sample): number =>
  sample.left.byteLength + (sample.right === sample.left ? 0 : sample.right.byteLength)

/** Songs repeat themselves, so most notes are wanted again soon; what was used longest ago makes room. */
export function createNoteCache(maxBytes: number): NoteCache {
  const notes = new Map<string, Sample>()
  let bytes = 0
  return (song, partIndex, part, pitch, durationSec) => {
    // Lengths to five milliseconds: a player's unevenness must not make every note a new one.
    const length = part.patch.kind === 'drum' ? 0 : Math.round(durationSec * 200) / 200
    const key = `${song}/${partIndex}/${pitch}/${length}`
    const known = notes.get(key)
    if (known) {
      notes.delete(key)
      notes.set(key, known)
      return known
    }
    const sample = playNote(part.patch, pitch, length)
    notes.set(key, sample)
    bytes += sizeOf(sample)
    for (const [oldKey, old] of notes) {
      if (bytes <= maxBytes) break
      notes.delete(oldKey)
      bytes -= sizeOf(old)
    }
    return sample
  }
}
