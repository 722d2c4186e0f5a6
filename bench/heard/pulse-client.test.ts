import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXACT_RATE, PulseClient, RATE } from './pulse-client.ts'
import { NONE, writeFields } from './tagstruct.ts'

const HEADER = 20
const REPLY = 2
const RECORD = 5
const STREAM = 7

function message(channel: number, body: Buffer): Buffer {
  const header = Buffer.alloc(HEADER)
  header.writeUInt32BE(body.length, 0)
  header.writeUInt32BE(channel, 4)
  return Buffer.concat([header, body])
}

test('a sample takes whole microseconds, so that the virtual loudspeaker of WebKitGTK keeps the time', () => {
  expect(1_000_000 % EXACT_RATE).toBe(0)
})

test('sound that arrives together with the reply is part of the recording', async () => {
  const first = new Float32Array([0.25, 0.5])
  const folder = await mkdtemp(join(tmpdir(), 'jointly-pulse-'))
  const server = createServer((socket) => {
    socket.on('data', (request) => {
      // After the header, each number has a letter for its type before it.
      const [command, tag] = [request.readUInt32BE(HEADER + 1), request.readUInt32BE(HEADER + 6)]
      const reply = message(NONE, writeFields([{ u32: REPLY }, { u32: tag }, { u32: STREAM }]))
      const sound = command === RECORD ? message(STREAM, Buffer.from(first.buffer)) : Buffer.alloc(0)
      socket.write(Buffer.concat([reply, sound]))
    })
  })
  server.listen(join(folder, 'socket'))
  await once(server, 'listening')
  const client = await PulseClient.open(join(folder, 'socket'))
  try {
    const recorded: number[] = []
    await client.record('first', RATE, (samples) => recorded.push(...samples))
    expect(recorded).toEqual([...first])
  } finally {
    client.close()
    server.close()
    await rm(folder, { recursive: true })
  }
})
