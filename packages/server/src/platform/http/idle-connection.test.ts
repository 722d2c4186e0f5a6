import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

describe('a connection that waits', () => {
  let server: TestServer
  let patient: TestServer
  beforeAll(async () => {
    server = await startTestServer(undefined, { timeouts: { requestMs: 200, keepAliveMs: 200 } })
    // On a slow machine, even a request that is sent at once may arrive after more than 200 ms.
    patient = await startTestServer(undefined, { timeouts: { requestMs: 60_000, keepAliveMs: 200 } })
  })
  afterAll(() => Promise.all([server.close(), patient.close()]))

  /**
   * Sends some bytes, and waits until the server closes the connection.
   * @returns what the server sent, and how it closed the connection
   */
  const waitFor = (bytes: string, { address } = server) =>
    new Promise<{ received: string; closedBy: string }>((resolve) => {
      let received = ''
      const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(bytes))
      socket.on('data', (data) => (received += String(data)))
      socket.on('end', () => resolve({ received, closedBy: 'FIN' }))
      socket.on('error', ({ message }) => resolve({ received, closedBy: message }))
    })

  it('O5 is closed without an answer if it sent nothing', async () => {
    expect(await waitFor('')).toEqual({ received: '', closedBy: 'FIN' })
  })

  it('O5 is closed without an answer if its request stays incomplete', async () => {
    expect(await waitFor('GET /api/health HT')).toEqual({ received: '', closedBy: 'FIN' })
  })

  it('O5 is closed after a refused upgrade, also if the client never closes its side', async () => {
    const upgrade = 'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    const socket = connect({ port: Number(new URL(patient.address).port), allowHalfOpen: true })
    socket.write(`GET /nothing HTTP/1.1\r\n${upgrade}`)
    let received = ''
    socket.setEncoding('utf8').on('data', (data: string) => (received += data))
    await once(socket, 'end')
    expect(received).toMatch(/^HTTP\/1.1 404 /)
    // The client notices that the connection is closed when it writes to it.
    socket.on('error', () => undefined)
    await expect.poll(() => (socket.write('x'), socket.destroyed)).toBe(true)
  })

  it('O5 is closed without a further answer between two requests', async () => {
    const { received, closedBy } = await waitFor(
      'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n',
      patient,
    )
    expect([received.match(/HTTP\/1.1 \d+/g), closedBy]).toEqual([['HTTP/1.1 200'], 'FIN'])
  })
})
