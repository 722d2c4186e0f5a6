/**
 * The thread that composes, renders and encodes songs. It is a separate thread, so that rendering does not block the
 * server.
 */
import { parentPort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { SongRenderer } from '../audio/song-renderer.ts'
import { createNoteCache } from '../audio/note-cache.ts'
import { scoreOf } from '../compose/bundled-score.ts'
import { LEAD_FRAMES } from '../encoding/layout.ts'
import { encodeBlock } from '../encoding/opus-blocks.ts'

/** A message to the rendering thread: render and encode one block of a song. */
export type RenderRequest = { readonly requestId: number; readonly trackId: string; readonly block: number }

/** The answer of the rendering thread: the packets of the block, or why it could not be rendered. */
export type RenderResult =
  | { readonly requestId: number; readonly packets: ArrayBuffer }
  | { readonly requestId: number; readonly failure: string }

/** The number of songs in memory. Each song has a score and some seconds of reverb input. */
const MAX_OPEN_SONGS = 16
/** The size of the note cache that all songs in memory share. */
const NOTE_CACHE_BYTES = 64 * 1024 * 1024
/**
 * The number of blocks whose last samples stay in memory, about 5 KB each. The encoder needs them for the next block.
 */
const MAX_ENDS = 256
const notes = createNoteCache(NOTE_CACHE_BYTES)
const renderers = new LRUCache<string, SongRenderer>({ max: MAX_OPEN_SONGS })
const ends = new LRUCache<string, Int16Array>({ max: MAX_ENDS })

function rendererOf(trackId: string): SongRenderer {
  const renderer = renderers.get(trackId) ?? new SongRenderer(scoreOf(trackId), notes, trackId)
  renderers.set(trackId, renderer)
  return renderer
}

/** Renders one second of a song. After the end of the song, the result is empty. */
function render(trackId: string, block: number): Int16Array {
  const renderer = rendererOf(trackId)
  const samples = block < renderer.blocks ? renderer.block(block) : new Int16Array()
  ends.set(`${trackId}/${block}`, samples.slice(-2 * LEAD_FRAMES))
  return samples
}

/** Returns the last `LEAD_FRAMES` frames before a block. The result is empty for the first block. */
function leadOf(trackId: string, block: number): Int16Array {
  if (block === 0) return new Int16Array()
  return ends.get(`${trackId}/${block - 1}`) ?? render(trackId, block - 1).slice(-2 * LEAD_FRAMES)
}

async function answer({ requestId, trackId, block }: RenderRequest): Promise<void> {
  const reply = (result: RenderResult, transfer: ArrayBuffer[] = []): void =>
    parentPort?.postMessage(result, transfer)
  try {
    const lead = leadOf(trackId, block)
    const { buffer } = await encodeBlock(lead, render(trackId, block))
    reply({ requestId, packets: buffer }, [buffer])
  } catch (error) {
    reply({ requestId, failure: error instanceof Error ? error.message : String(error) })
  }
}

parentPort?.on('message', (request: RenderRequest) => void answer(request))
