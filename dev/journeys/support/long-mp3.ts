import { readNotes } from '@jointly/music-folder/testing'

/**
 * A song of 800 seconds: the frames of a short mp3, repeated. It is so long that no test reaches its end, also on a slow
 * machine.
 */
export const longMp3 = Buffer.concat(Array.from({ length: 200 }, () => readNotes('untagged.mp3')))
