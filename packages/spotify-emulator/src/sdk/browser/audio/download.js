import { Timer } from '../timer.js'

const downloadTimeoutMs = 15_000
/**
 * After a change of the network, connections that a browser keeps open may be dead. The provider answers within five
 * seconds (B6), so a download without an answer after these milliseconds is given up while music is still in memory.
 */
const answerTimeoutMs = 7_000

/**
 * Loads a part of a file, from byte `from` (inclusive) to `until` (exclusive).
 * @param {string} url @param {number} from @param {number} until @param {AbortSignal} signal aborts the download
 * @throws when the download fails or takes too long
 */
export async function download(url, from, until, signal) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timeout = new Timer()
  timeout.after(answerTimeoutMs, abort)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    const headers = { range: `bytes=${from}-${until - 1}` }
    const response = await fetch(url, { headers, signal: controller.signal })
    timeout.after(downloadTimeoutMs - answerTimeoutMs, abort)
    // With another status, the body contains the whole file or an error.
    if (response.status !== 206) throw new Error(`The song could not be loaded (${response.status}).`)
    return await response.arrayBuffer()
  } finally {
    timeout.cancel()
    signal.removeEventListener('abort', abort)
  }
}
