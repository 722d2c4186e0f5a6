import { noteSound, notesFiles, readNotes, soundLast } from '@jointly/music-folder/testing'
import { expect, it } from 'vitest'
import { readPiece } from '../sdk/packets/decode-piece.ts'
import { decoders, formatOf, likeness, ownSongs, requestPackets, soundOf } from '../testing/own-songs.ts'

/** The fraction of each file that remains. With this value the cut is in the middle of an Ogg page or a packet. */
const left = 0.603

it.each(notesFiles)(
  'B17 a cut off $name plays to where it is whole, and is as long in the library',
  async ({ name, codec, seconds, seed }) => {
    const whole = codec === 'aac' ? soundLast(readNotes(name)) : readNotes(name)
    const file = `cut.${name.split('.').at(-1)}`
    const { addressOf, durationMsOf } = await ownSongs({
      [file]: whole.subarray(0, Math.round(whole.length * left)),
    })
    const address = String(await addressOf('cut'))
    const format = await formatOf(address)
    if (format === null) throw new Error('no packets')
    const { frames, sampleRate } = format
    // A cut Ogg file loses its last page, which has up to 1.5 seconds of sound. So the remaining length is not
    // exact.
    expect(frames / sampleRate).toBeGreaterThan(0.3 * seconds)
    expect(frames / sampleRate).toBeLessThan(0.7 * seconds)
    expect(await durationMsOf('cut')).toBe(Math.round((frames / sampleRate) * 1000))
    const quarter = Math.round(sampleRate / 4)
    const [from, until] = [frames - 3 * quarter, frames - quarter]
    if (codec in decoders) {
      const sound = await soundOf(address, format, from, until)
      expect(likeness(sound, noteSound(seed, seconds, sampleRate), from)).toBeGreaterThan(0.95)
    } else {
      const answer = await requestPackets(address, format, from, frames)
      const piece = readPiece(await answer.arrayBuffer())
      const end = piece.fromFrame + piece.packets.reduce((sum, packet) => sum + packet.frames, 0)
      expect(end).toBeGreaterThanOrEqual(frames)
      expect(piece.packets.every(({ bytes }) => bytes.length > 0)).toBe(true)
    }
    expect((await requestPackets(address, format, frames, frames + 100)).status).toBe(416)
  },
)

it.each(notesFiles)('B15 B17 a $name with the ending of another format plays', async ({ name, codec }) => {
  const { addressOf } = await ownSongs({
    [codec === 'mp3' ? 'other.flac' : 'other.mp3']: readNotes(name),
  })
  expect((await formatOf(String(await addressOf('other'))))?.codec).toBe(codec)
})
