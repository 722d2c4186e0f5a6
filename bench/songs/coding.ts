import { bundledCatalogue } from '@jointly/bundled-music'
import { SongRenderer } from '@jointly/bundled-music/audio/song-renderer'
import { scoreOf } from '@jointly/bundled-music/compose/bundled-score'
import { LEAD_FRAMES, layoutOf, PACKET_BYTES } from '@jointly/bundled-music/encoding/layout'
import { encodeBlock } from '@jointly/bundled-music/encoding/opus-blocks'
import { REACH_FRAMES, to48kHz } from '@jointly/bundled-music/encoding/resample'
import { packetFrames } from '@jointly/music-library'
import { createDecoder, createEncoder, Signal } from 'libopus-wasm'
import { median, type Row, row } from '../report.ts'
import { type Distance, distance } from './spectrum.ts'

const FIRST_SEC = 30
const SECONDS = 12
/** The number of songs. They are taken at equal distances from the catalogue, so that they have different styles. */
const SONGS = 8

type RenderedSong = { readonly blocks: readonly Int16Array[]; readonly renderMs: number }

/** Measures how different the encoded songs sound, and what encoding costs beside rendering. */
export async function coding(): Promise<Row[]> {
  const { tracks } = bundledCatalogue()
  const ids = [...tracks.keys()].filter((_, index) => index % Math.floor(tracks.size / SONGS) === 0)
  // The first result is not used, because the code is still being compiled.
  await measured(ids[0] ?? '')
  const songs: Awaited<ReturnType<typeof measured>>[] = []
  for (const id of ids.slice(0, SONGS)) songs.push(await measured(id))
  const of = (which: keyof (typeof songs)[number]['sound'], what: keyof Distance) =>
    songs.map(({ sound }) => sound[which][what])
  return [
    row('spectral distance to the rendered sound, median', median(of('coded', 'spectralDb')), 'dB', {
      ratioAtMost: 1.25,
      floor: median(of('variable', 'spectralDb')),
    }),
    row('spectral distance, worst song', Math.max(...of('coded', 'spectralDb')), 'dB', {
      floor: Math.max(...of('variable', 'spectralDb')),
    }),
    row('spectral distance of Opus at 96 kbit/s, median', median(of('low', 'spectralDb')), 'dB'),
    row('noise to mask, median', median(of('coded', 'noiseToMaskDb')), 'dB', { atMost: 0 }),
    row('noise to mask, worst song', Math.max(...of('coded', 'noiseToMaskDb')), 'dB', { atMost: 0 }),
    row('noise to mask of Opus at 96 kbit/s, worst song', Math.max(...of('low', 'noiseToMaskDb')), 'dB'),
    row(
      'reference (Opus, variable rate), mean rate',
      median(songs.map((song) => song.variableKbps)),
      'kbit/s',
    ),
    row(
      'rendering and encoding a second, processor time',
      median(songs.map(({ renderMs, encodeMs }) => renderMs + encodeMs)),
      'ms',
      { ratioAtMost: 1.5, floor: median(songs.map(({ renderMs }) => renderMs)) },
    ),
  ]
}

async function measured(id: string) {
  const { blocks, renderMs } = rendered(id)
  const before = cpuMs()
  const packets: Uint8Array[] = []
  for (let block = 1; block < blocks.length; block += 1) {
    const [lead = new Int16Array(), sound = new Int16Array()] = blocks.slice(block - 1, block + 1)
    const bytes = await encodeBlock(lead.slice(-2 * LEAD_FRAMES), sound)
    for (let at = 0; at < bytes.length; at += PACKET_BYTES)
      packets.push(bytes.subarray(at, at + PACKET_BYTES))
  }
  const encodeMs = (cpuMs() - before) / (blocks.length - 1)
  const original = originalOf(blocks)
  const { skipFrames } = layoutOf(1000)
  const variable = await encodedWhole(original, { bitrate: 128_000, vbr: true })
  const low = await encodedWhole(original, { bitrate: 96_000, vbr: false })
  const bytes = variable.reduce((sum, packet) => sum + packet.length, 0)
  return {
    renderMs,
    encodeMs,
    variableKbps: (bytes * 8) / variable.length / (packetFrames / 48),
    sound: {
      coded: distance(left(original), (await decoded(packets)).subarray(skipFrames)),
      variable: distance(left(original), (await decoded(variable)).subarray(312)),
      low: distance(left(original), (await decoded(low)).subarray(312)),
    },
  }
}

/** Returns the processor time of this process. Unlike the time of a clock, it does not depend on other processes. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function rendered(id: string): RenderedSong {
  const renderer = new SongRenderer(scoreOf(id))
  // The first second is not measured, because it also renders the seconds before it for the reverb.
  const blocks = [renderer.block(FIRST_SEC)]
  const before = cpuMs()
  for (let second = 1; second <= SECONDS; second += 1) blocks.push(renderer.block(FIRST_SEC + second))
  return { blocks, renderMs: (cpuMs() - before) / SECONDS }
}

/**
 * Returns the rendered sound without its first block, at 48 kHz and interleaved. A few frames before and a silence
 * after it are included for the conversion of the rate.
 */
function originalOf(blocks: readonly Int16Array[]): Float32Array {
  const [lead = new Int16Array(), ...rest] = blocks
  const before = lead.slice(-2 * REACH_FRAMES)
  const end = new Int16Array(2 * REACH_FRAMES)
  return to48kHz(Int16Array.from([before, ...rest, end].flatMap((block) => [...block])))
}

const left = (sound: Float32Array): Float32Array => sound.filter((_, index) => index % 2 === 0)

/** Encodes a whole sound in one piece, with the best settings. */
async function encodedWhole(
  sound: Float32Array,
  options: { bitrate: number; vbr: boolean },
): Promise<Uint8Array[]> {
  const encoder = await createEncoder({ ...options, complexity: 10, signal: Signal.Music })
  const packets: Uint8Array[] = []
  for (let at = 0; at + 2 * packetFrames <= sound.length; at += 2 * packetFrames)
    packets.push(encoder.encodeFloat(sound.subarray(at, at + 2 * packetFrames)).slice())
  encoder.free()
  return packets
}

/** Decodes packets. @returns the left channel, followed by silence */
async function decoded(packets: readonly Uint8Array[]): Promise<Float32Array> {
  const decoder = await createDecoder()
  const sound = new Float32Array((packets.length + 1) * packetFrames)
  for (const [index, packet] of packets.entries()) {
    const frames = decoder.decodeFloat(packet)
    for (let frame = 0; frame < packetFrames; frame += 1)
      sound[index * packetFrames + frame] = frames[2 * frame] ?? 0
  }
  decoder.free()
  return sound
}
