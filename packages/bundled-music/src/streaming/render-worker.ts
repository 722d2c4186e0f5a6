/**
 * The thread that composes and renders, so that the server's event loop never waits for music.
 * It is asked for one block at a time and answers in the order it was asked.
 */
import { parentPort } from 'node:worker_threads'
import { createNoteCache } from '../audio/note-cache.ts'
import { scoreOf } from '../compose/score-of.ts'
import { type BlockRenderer, createBlockRenderer } from '../audio/block-renderer.ts'
import { parseRenderRequest, type RenderAnswer } from './render-messages.ts'

/** Songs kept open at once: a score and a second or two of echo each. */
const OPEN_SONGS = 16
/** Notes of all open songs together. */
const NOTES_BYTES = 64 * 1024 * 1024
const notes = createNoteCache(NOTES_BYTES)
const open = new Map<string, BlockRenderer>()

function rendererOf(trackId: string): BlockRenderer {
  const known = open.get(trackId)
  const renderer = known ?? createBlockRenderer(scoreOf(trackId), notes, trackId)
  open.delete(trackId)
  open.set(trackId, renderer)
  for (const oldest of open.keys()) {
    if (open.size <= OPEN_SONGS) break
    open.delete(oldest)
  }
  return renderer
}

parentPort?.on('message', (message: unknown) => {
  const { requestId, trackId, block } = parseRenderRequest(message)
  const answer = (body: RenderAnswer, transfer: ArrayBuffer[] = []): void =>
    parentPort?.postMessage(body, transfer)
  try {
    const samples = rendererOf(trackId).block(block)
    const buffer = new ArrayBuffer(samples.byteLength)
    new Int16Array(buffer).set(samples)
    answer({ requestId, samples: buffer }, [buffer])
  } catch (error) {
    answer({ requestId, failure: error instanceof Error ? error.message : String(error) })
  }
})
