/**
 * The thread that composes and renders songs. It is a separate thread, so that the server does not wait for it.
 */
import { parentPort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { SongRenderer } from '../audio/song-renderer.ts'
import { createNoteCache } from '../audio/note-cache.ts'
import { scoreOf } from '../compose/bundled-score.ts'
import type { RenderRequest, RenderResult } from './render-messages.ts'

/** The number of songs in memory. Each has a score and some seconds of reverb input. */
const MAX_OPEN_SONGS = 16
/** The size of the note cache that all songs in memory share. */
const NOTE_CACHE_BYTES = 64 * 1024 * 1024
const notes = createNoteCache(NOTE_CACHE_BYTES)
const renderers = new LRUCache<string, SongRenderer>({ max: MAX_OPEN_SONGS })

function rendererOf(trackId: string): SongRenderer {
  const renderer = renderers.get(trackId) ?? new SongRenderer(scoreOf(trackId), notes, trackId)
  renderers.set(trackId, renderer)
  return renderer
}

parentPort?.on('message', ({ requestId, trackId, block }: RenderRequest) => {
  const reply = (result: RenderResult, transfer: ArrayBuffer[] = []): void =>
    parentPort?.postMessage(result, transfer)
  try {
    const samples = rendererOf(trackId).block(block)
    const buffer = new ArrayBuffer(samples.byteLength)
    new Int16Array(buffer).set(samples)
    reply({ requestId, samples: buffer }, [buffer])
  } catch (error) {
    reply({ requestId, failure: error instanceof Error ? error.message : String(error) })
  }
})
