import { byteFile, openPackets } from '@jointly/music-folder'
import { readNotes } from '@jointly/music-folder/testing'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createOpusDecoder } from './opus.ts'

it('B15 an Opus song has the loudness that its file sets', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'opus-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = readNotes('notes.opus')
  writeFileSync(join(folder, 'notes.opus'), file)
  const song = await openPackets(byteFile(join(folder, 'notes.opus'), file.length))
  if (song === null) throw new Error('no packets')
  const { fromFrame, packets } = await song.read(48_000, 96_000)
  const loudness = async (gain: number): Promise<number> => {
    const setup = Buffer.from(song.setup)
    setup.writeInt16LE(gain, 16)
    const decoder = await createOpusDecoder({ ...song, setup })
    const place = { fromFrame, untilFrame: 96_000 }
    const sound = await decoder.decode(
      packets.map(({ bytes }) => bytes),
      place,
    )
    return Math.max(...sound.flatMap(([samples = new Float32Array(0)]) => [...samples]))
  }
  // The unit of the gain is 1/256 dB.
  const plain = await loudness(0)
  expect((await loudness(6 * 256)) / plain).toBeCloseTo(1.995, 2)
  expect((await loudness(-20 * 256)) / plain).toBeCloseTo(0.1, 3)
})
