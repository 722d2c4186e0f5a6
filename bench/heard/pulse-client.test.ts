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
const END_RECORD = 6
const STREAM = 7
const FIRST = new Float32Array([0.25, 0.5])

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
  await withServer(async (client) => {
    const recorded: number[] = []
    await client.record('first', RATE, (samples) => recorded.push(...samples))
    expect(recorded).toEqual([...FIRST])
  })
})

test('PulseAudio is asked to end a recording, and later sound is ignored', async () => {
  await withServer(async (client, requests) => {
    const recorded: number[] = []
    const { end } = await client.record('first', RATE, (samples) => recorded.push(...samples))
    await end()
    expect(requests.at(-1)).toEqual(writeFields([{ u32: END_RECORD }, { u32: 4 }, { u32: STREAM }]))
    expect(recorded).toEqual([...FIRST])
  })
})

/** Runs a test with a server that sends sound with each reply about a recording. @param run gets all requests */
async function withServer(run: (client: PulseClient, requests: Buffer[]) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'jointly-pulse-'))
  const requests: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('data', (request) => {
      requests.push(request.subarray(HEADER))
      // After the header, each number has a letter for its type before it.
      const [command, tag] = [request.readUInt32BE(HEADER + 1), request.readUInt32BE(HEADER + 6)]
      const reply = message(NONE, writeFields([{ u32: REPLY }, { u32: tag }, { u32: STREAM }]))
      const isRecord = command === RECORD || command === END_RECORD
      const sound = isRecord ? message(STREAM, Buffer.from(FIRST.buffer)) : Buffer.alloc(0)
      socket.write(Buffer.concat([reply, sound]))
    })
  })
  server.listen(join(folder, 'socket'))
  await once(server, 'listening')
  const client = await PulseClient.open(join(folder, 'socket'))
  try {
    await run(client, requests)
  } finally {
    client.close()
    server.close()
    await rm(folder, { recursive: true })
  }
}
