import type { SoundFormat } from './codec-decoder.ts'
import { DownloadError } from './download-error.ts'
import type { DecodeAnswer, DecodedAudio, DecodeRequest, DecodeTask } from './serve-decoder.ts'

const codecs: readonly string[] = ['mp3', 'flac', 'vorbis', 'opus', 'aac']
/**
 * The longest wait for an answer of the worker, in milliseconds. A worker that does not answer by then has stopped.
 */
const answerTimeoutMs = 10_000
/**
 * The maximum number of decoders: one for the current song, and one for the next song, which may have another
 * codec.
 */
const maxDecoders = 2

type PendingAnswer = {
  readonly resolve: (decoded: DecodedAudio) => void
  readonly reject: (error: Error) => void
}

/** The most recently used decoders, by codec. */
const decoders = new Map<string, SoundDecoder>()

/**
 * Returns the decoder of a codec. All songs with this codec share it.
 * @param base the address of the folder of the decoders
 * @returns null if the codec has no decoder, or if this page may not start the worker
 */
export function decoderOf(codec: string, base: string): SoundDecoder | null {
  if (!codecs.includes(codec)) return null
  const decoder = decoders.get(codec) ?? startDecoder(codec, base)
  decoders.delete(codec)
  if (decoder === null) return null
  decoders.set(codec, decoder)
  for (const [oldest, { end }] of decoders)
    if (decoders.size > maxDecoders) {
      end(new DownloadError('The decoder was replaced.'))
      decoders.delete(oldest)
    }
  return decoder
}

function startDecoder(codec: string, base: string): SoundDecoder | null {
  try {
    const worker = new Worker(new URL(`${codec}.js`, base))
    const decoder: SoundDecoder = createSoundDecoder(worker, () => {
      if (decoders.get(codec) === decoder) decoders.delete(codec)
    })
    return decoder
  } catch {
    // A page may not start a worker from another origin.
    return null
  }
}

export type SoundDecoder = ReturnType<typeof createSoundDecoder>

/**
 * Decodes packets in a worker, so that the page stays responsive.
 * @param onEnd called when the worker has ended
 */
export function createSoundDecoder(worker: Worker, onEnd: () => void) {
  const waiting = new Map<number, PendingAnswer>()
  let count = 0

  const end = (reason: Error): void => {
    worker.terminate()
    onEnd()
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<DecodeAnswer>) => {
    const request = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) request?.reject(new Error(data.error))
    else request?.resolve(data)
  })
  // The event has a message only if the script was loaded and failed later.
  worker.addEventListener('error', ({ message }) =>
    end(message ? new Error(message) : new DownloadError('The decoder could not be loaded.')),
  )

  const decode = (task: DecodeTask): Promise<DecodedAudio> => {
    count += 1
    const request: DecodeRequest = { ...task, id: count }
    const answer = new Promise<DecodedAudio>((resolve, reject) => {
      waiting.set(request.id, { resolve, reject })
    })
    const timeout = setTimeout(() => end(new Error('The decoder does not answer.')), answerTimeoutMs)
    worker.postMessage(request, task.piece === null ? [] : [task.piece])
    return answer.finally(() => clearTimeout(timeout))
  }
  return {
    decode,
    /** Lets the worker create the decoder. @returns false if the decoder does not work in this browser */
    prepare: (format: SoundFormat): Promise<boolean> =>
      decode({ format, piece: null, fromFrame: 0, untilFrame: 0 }).then(
        () => true,
        () => false,
      ),
    end,
  }
}
