import https from 'node:https'
import { expect, it } from 'vitest'
import { good, key } from '../../testing/proxies/certificates.ts'
import { lookup, PUBLIC_NAME } from '../../testing/proxies/tls-proxy.ts'
import { sendRequest } from './http-request.ts'
import { listenOnLoopback } from '../../testing/loopback.ts'

it('O7 reads the certificate also if the connection closes after the answer', async () => {
  const server = https.createServer({ key, cert: good }, (_request, response) => {
    // Without a length and without chunks, only the closed connection marks the end of the answer.
    response.useChunkedEncodingByDefault = false
    response.writeHead(200, { connection: 'close' }).end('ok')
  })
  const port = await listenOnLoopback(server)
  const answer = await sendRequest(`https://${PUBLIC_NAME}:${port}/`, {}, lookup)
  expect(answer).toMatchObject({ status: 200, text: 'ok', isUpgraded: false })
  expect(answer.certificateEndsMs).toBeGreaterThan(Date.now())
  server.close()
})
