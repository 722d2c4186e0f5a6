import { Timer } from '../timer.js'

/** The length of a piece in seconds. It equals the length of the blocks that the provider renders and caches. */
export const pieceSec = 1
/** The additional sound at both ends of a piece in seconds. It is needed for the crossfade into the next piece. */
export const marginSec = 0.02

const downloadTimeoutMs = 15_000
/**
 * The longest wait for the start of an answer. After it, the download is aborted, because a change of the network
 * may have broken the connection. The player still has music in memory then. The provider answers within five
 * seconds (B6).
 */
const answerTimeoutMs = 7_000

/** An error that means that the provider refused a download, or the connection broke. Another attempt can succeed. */
export class DownloadError extends Error {
  /** @override */
  name = 'DownloadError'
}

/**
 * Returns the message for a song that failed. After every other error than that of a download, the file is said to be
 * broken, so that the attempts end (B17). Errors are known by their name, because each script has its own class.
 * @param {unknown} error
 */
export function failureMessage(error) {
  if (error instanceof Error && error.name === 'DownloadError') return error.message
  return `The file of the song cannot be played. (${String(error)})`
}

/**
 * Sends a request and reads the answer. One time limit applies to the start of the answer, another one to the whole
 * answer.
 * @template T
 * @param {string} url @param {AbortSignal} signal aborts the request
 * @param {(response: Response) => Promise<T>} read @param {Record<string, string>} [headers]
 * @throws DownloadError when there is no answer in time, or `read` throws
 */
export async function fetchInTime(url, signal, read, headers = {}) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timeout = new Timer()
  timeout.after(answerTimeoutMs, abort)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    // With the browser's cache, requests for parts of the same file would wait for each other, and the parts would
    // be stored twice.
    const response = await fetch(url, { headers, signal: controller.signal, cache: 'no-store' })
    timeout.after(downloadTimeoutMs - answerTimeoutMs, abort)
    return await read(response)
  } catch (error) {
    throw new DownloadError(error instanceof Error ? error.message : String(error))
  } finally {
    timeout.cancel()
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Returns whether the server has a file. Throws an error after any answer that does not say so, for example if the
 * server restarts.
 * @param {Response} response
 */
export const isThere = async ({ status }) => {
  if (status !== 200 && status !== 404) throw new Error(`The provider is not available (${status}).`)
  return status === 200
}

/**
 * Loads a part of a file, from byte `from` (inclusive) to `until` (exclusive).
 * @param {string} url @param {number} from @param {number} until @param {AbortSignal} signal aborts the download
 * @throws DownloadError when the download fails or takes too long
 */
export async function download(url, from, until, signal) {
  return (await downloadVersion(url, { from, until, tag: null }, signal)).bytes
}

/**
 * Loads a part of a file that may be replaced, as `download` does.
 * @param {string} url
 * @param {{ from: number, until: number, tag: string | null }} part `tag` is the ETag of the version to load. Null loads any
 *   version
 * @param {AbortSignal} signal aborts the download
 * @returns the bytes, and the ETag of their version; null if the provider sends none
 * @throws DownloadError also when the file has another version
 */
export function downloadVersion(url, { from, until, tag }, signal) {
  const read = async (/** @type {Response} */ response) => {
    // With another status, the body contains the whole file or an error.
    if (response.status !== 206) throw new Error(`The song could not be loaded (${response.status}).`)
    const sent = response.headers.get('etag')
    // A proxy may have made the ETag weak. `If-Match` never accepts a weak one.
    return { bytes: await response.arrayBuffer(), tag: sent?.startsWith('"') ? sent : null }
  }
  const range = `bytes=${from}-${until - 1}`
  return fetchInTime(url, signal, read, tag === null ? { range } : { range, 'if-match': tag })
}
