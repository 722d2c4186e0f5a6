import { freeMemory } from './free-memory.ts'
import { mixToStereo } from './mix-to-stereo.ts'

const headBytes = 44
const bytesPerSample = 4
const floatFormat = 3

/**
 * The allowed difference of the decoded length in seconds. The length is rounded when the sample rate is converted.
 */
const lengthErrorSec = 0.001

const letters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))

/** Creates a WAV file with samples as floating point numbers. */
export function wavFile(channels: readonly Float32Array[], sampleRate: number): ArrayBuffer {
  const frames = channels[0]?.length ?? 0
  const frameBytes = channels.length * bytesPerSample
  const file = new ArrayBuffer(headBytes + frames * frameBytes)
  const bytes = new Uint8Array(file)
  const view = new DataView(file)
  bytes.set(letters('RIFF'))
  view.setUint32(4, file.byteLength - 8, true)
  bytes.set(letters('WAVEfmt '), 8)
  view.setUint32(16, 16, true)
  view.setUint16(20, floatFormat, true)
  view.setUint16(22, channels.length, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * frameBytes, true)
  view.setUint16(32, frameBytes, true)
  view.setUint16(34, bytesPerSample * 8, true)
  bytes.set(letters('data'), 36)
  view.setUint32(40, frames * frameBytes, true)
  const samples = new Float32Array(file, headBytes)
  for (const [channel, values] of channels.entries())
    for (let frame = 0; frame < frames; frame += 1)
      samples[frame * channels.length + channel] = values[frame] ?? 0
  return file
}

/**
 * Cuts a part out of decoded AAC, and mixes surround sound to left and right.
 * @throws when the sound is longer or shorter than its packets, because the position of its samples is then unknown
 */
export function cutSound(
  sound: AudioBuffer,
  part: {
    readonly expectedSec: number
    readonly fromSec: number
    readonly durationSec: number
    /** The length of one packet. Firefox leaves out the first packet of each file. */
    readonly packetSec: number
  },
): AudioBuffer {
  const { sampleRate, numberOfChannels } = sound
  const missingSec = part.expectedSec - sound.duration
  const skippedSec = missingSec > part.packetSec / 2 ? part.packetSec : 0
  if (Math.abs(missingSec - skippedSec) > lengthErrorSec)
    throw new Error('This browser decodes the sound with another length.')
  const from = Math.round((part.fromSec - skippedSec) * sampleRate)
  const length = Math.max(1, Math.round(part.durationSec * sampleRate))
  const channels = Array.from({ length: numberOfChannels }, (_, channel) => {
    const samples = sound.getChannelData(channel).subarray(Math.max(0, from), from + length)
    const part = new Float32Array(length)
    part.set(samples, Math.max(0, -from))
    return part
  })
  return bufferOf(mixToStereo('aac', channels), sampleRate, channels)
}

/** Mixes the surround sound of a WAV file, as the browser decoded it, to left and right. */
export function stereoSound(sound: AudioBuffer): AudioBuffer {
  const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) =>
    sound.getChannelData(channel),
  )
  const mixed = mixToStereo('wav', channels)
  return mixed === channels ? sound : bufferOf(mixed, sound.sampleRate, [])
}

/** Copies channels into a sound, and frees their memory and that of `used`. */
function bufferOf(
  channels: readonly Float32Array<ArrayBuffer>[],
  sampleRate: number,
  used: readonly Float32Array[],
): AudioBuffer {
  const sound = new AudioBuffer({
    length: channels[0]?.length ?? 1,
    numberOfChannels: channels.length,
    sampleRate,
  })
  for (const [channel, samples] of channels.entries()) sound.copyToChannel(samples, channel)
  for (const samples of [...used, ...channels]) freeMemory(samples)
  return sound
}
