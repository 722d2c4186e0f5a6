import type { CreateDecoder, SoundFormat } from './codec-decoder.ts'
import { decodePiece, readPiece } from './decode-piece.ts'
import { freeMemory } from './free-memory.ts'
import { mixToStereo } from './mix-to-stereo.ts'

/** A request to decode a part of a song. If `piece` is null, the worker only creates the decoder. */
export type DecodeTask = {
  readonly format: SoundFormat
  readonly piece: ArrayBuffer | null
  readonly fromFrame: number
  readonly untilFrame: number
}

/**
 * The answer of a decoder: the samples of each channel, or a file that the browser can decode. The decoded file has
 * `frames` samples of each channel, and begins at the position `fromFrame`.
 */
export type DecodedAudio =
  | { readonly channels: readonly Float32Array<ArrayBuffer>[] }
  | { readonly file: ArrayBuffer; readonly fromFrame: number; readonly frames: number }

export type DecodeRequest = DecodeTask & { readonly id: number }
export type DecodeAnswer = { readonly id: number } & (DecodedAudio | { readonly error: string })

type DecodeHandler = (task: DecodeTask) => Promise<DecodedAudio>

/** The part of a worker that this module uses. */
type WorkerScope = {
  onmessage: ((event: { readonly data: DecodeRequest }) => void) | null
  postMessage(answer: DecodeAnswer, transfer: readonly ArrayBuffer[]): void
}

const isWorker = (scope: object): scope is WorkerScope => 'WorkerGlobalScope' in scope
const nothing: DecodedAudio = { channels: [] }

/** Starts to decode the requests of the page, if this script runs in a worker. */
export function serveDecoder(create: CreateDecoder, scope: object = globalThis): void {
  serve(scope, async (format) => {
    const decoder = await create(format)
    return async ({ piece, fromFrame, untilFrame }) => {
      if (piece === null) return nothing
      const range = { fromFrame, untilFrame, channels: format.channels }
      const channels = await decodePiece(decoder, readPiece(piece), range)
      freeMemory(new Uint8Array(piece))
      return { channels: mixToStereo(format.codec, channels) }
    }
  })
}

/**
 * Starts to answer each piece of the page with a file, if this script runs in a worker. The page decodes the file.
 */
export function serveFiles(
  create: (format: SoundFormat) => (packets: readonly Uint8Array[]) => ArrayBuffer,
  scope: object = globalThis,
): void {
  serve(scope, async (format) => {
    const fileOf = create(format)
    return async ({ piece }) => {
      if (piece === null) return nothing
      const { fromFrame, packets } = readPiece(piece)
      const frames = packets.reduce((sum, packet) => sum + packet.frames, 0)
      return { file: fileOf(packets.map(({ bytes }) => bytes)), fromFrame, frames }
    }
  })
}

function serve(scope: object, create: (format: SoundFormat) => Promise<DecodeHandler>): void {
  if (!isWorker(scope)) return
  let last: { setup: string; answering: Promise<DecodeHandler> } | null = null
  let before: Promise<void> = Promise.resolve()
  const answeringFor = (format: SoundFormat): Promise<DecodeHandler> => {
    const setup = [format.sampleRate, format.channels, ...format.setup].join()
    if (last?.setup !== setup) last = { setup, answering: create(format) }
    return last.answering
  }
  const handle = async (request: DecodeRequest): Promise<void> => {
    const { id } = request
    try {
      const decoded = await (await answeringFor(request.format))(request)
      const buffers = 'file' in decoded ? [decoded.file] : decoded.channels.map(({ buffer }) => buffer)
      scope.postMessage({ id, ...decoded }, buffers)
    } catch (error) {
      // The next piece gets a new decoder, because broken sound may have stopped the current decoder.
      last = null
      scope.postMessage({ id, error: String(error) }, [])
    }
  }
  scope.onmessage = ({ data }) => {
    before = before.then(() => handle(data))
  }
}
