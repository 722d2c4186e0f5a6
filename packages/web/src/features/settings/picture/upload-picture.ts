import { type Answer, ErrorBody, routes, User } from '@jointly/contract'
import { loginHeader } from '../../../shared/browser/token.ts'

const { method, path } = routes.savePicture

/**
 * Uploads a picture (U3). It uses `XMLHttpRequest`, because `fetch` does not report the progress of an upload.
 * @param onProgress gets the percentage of the bytes that were sent
 * @param signal aborts the upload; the answer is then a failure of the network
 */
export function uploadPicture(
  file: Blob,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<Answer<User>> {
  const request = new XMLHttpRequest()
  request.open(method, path)
  for (const [name, value] of Object.entries(loginHeader())) request.setRequestHeader(name, value)
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    if (total > 0) onProgress((loaded / total) * 100)
  })
  return new Promise((resolve) => {
    const fail = (code: 'network' | 'unreadable') =>
      resolve({ ok: false, status: 0, retryAfterSec: null, error: { code, message: code } })
    request.addEventListener('error', () => fail('network'))
    request.addEventListener('abort', () => fail('network'))
    signal.addEventListener('abort', () => request.abort())
    request.addEventListener('load', () => {
      const body = parse(request.responseText)
      const user = User.safeParse(body)
      if (request.status === 200 && user.success) return resolve({ ok: true, value: user.data })
      const refusal = ErrorBody.safeParse(body)
      if (!refusal.success) return fail('unreadable')
      const retryAfter = Number(request.getResponseHeader('retry-after'))
      const retryAfterSec = retryAfter > 0 ? retryAfter : null
      resolve({ ok: false, status: request.status, retryAfterSec, error: refusal.data.error })
    })
    request.send(file)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
