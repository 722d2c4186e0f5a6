import { spawn } from 'node:child_process'
import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { watchChild } from '@jointly/dev/world/child-process'
import { freePort } from '@jointly/dev/world/free-port'
import { opusHeadBytes } from '@jointly/music-library'
import { newListener, type ProviderListener } from './provider-listener.ts'
import { percentile, type Row, row } from './report.ts'

const LISTENERS = 6
const GREEDY_DOWNLOADS = 40
/** The HTTP range of a song's file that contains the header of the file and the first second of the song. */
const HEAD = 'bytes=0-21107'
const main = fileURLToPath(new URL('../packages/spotify-emulator/src/main.ts', import.meta.url))

/**
 * Measures how long listeners wait for the first bytes of a song that is not rendered yet: first on an idle server,
 * and then while one person downloads 40 other songs.
 */
export async function downloads(): Promise<readonly Row[]> {
  const port = await freePort()
  const provider = spawn(process.execPath, [main, '--port', String(port), '--client', 'bench'])
  const { end } = watchChild(provider)
  try {
    await once(provider.stdout, 'data')
    return await measure(`http://127.0.0.1:${port}/spotify`)
  } finally {
    await end('SIGTERM')
  }
}

async function measure(base: string): Promise<readonly Row[]> {
  const greedy = await newListener(base, 'Greedy')
  const listeners: ProviderListener[] = []
  for (let index = 0; index < LISTENERS; index += 1)
    listeners.push(await newListener(base, `Listener ${index}`))
  const songs = await greedy.songs(GREEDY_DOWNLOADS + 2 * LISTENERS)
  const greedyAddresses = await addresses(greedy, songs.splice(0, GREEDY_DOWNLOADS))

  // This request is not measured, because it starts the rendering thread and compiles the code of that thread.
  await firstBytesMs((await listeners[0]?.addressOf(songs[0] ?? '')) ?? '')
  const alone = await firstBytesOfAll(listeners, songs.splice(0, LISTENERS))

  const begun = greedyAddresses.map((address) => download(address))
  await Promise.race(begun.map(({ started }) => started))
  const beside = await firstBytesOfAll(listeners, songs)
  const refused = (await Promise.all(begun.map(({ status }) => status))).filter((code) => code === 429).length
  for (const { end } of begun) end()
  for (const listener of [greedy, ...listeners]) listener.close()
  return [
    row('first bytes, alone, median', percentile(alone, 0.5), 'ms'),
    row('first bytes, alone, slowest', Math.max(...alone), 'ms'),
    row('first bytes, beside 40 downloads, median', percentile(beside, 0.5), 'ms'),
    row('first bytes, beside 40 downloads, slowest', Math.max(...beside), 'ms', {
      ratioAtMost: 3,
      floor: Math.max(...alone),
    }),
    row('downloads refused', refused, 'of 40'),
  ]
}

async function addresses(listener: ProviderListener, trackIds: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const trackId of trackIds) found.push(await listener.addressOf(trackId))
  return found
}

/**
 * Starts a different song for each listener at the same time.
 * @returns how long each listener waits for the first samples, in milliseconds
 */
async function firstBytesOfAll(
  listeners: readonly ProviderListener[],
  trackIds: readonly string[],
): Promise<number[]> {
  const all: string[] = []
  for (const [index, listener] of listeners.entries())
    all.push(await listener.addressOf(trackIds[index] ?? ''))
  return Promise.all(all.map(firstBytesMs))
}

/**
 * Measures the time until the first samples arrive. The header of the file is ignored, because it is not
 * rendered.
 */
async function firstBytesMs(address: string): Promise<number> {
  const begin = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = get(address, { agent: false, headers: { range: HEAD } }, (answer) => {
    if (answer.statusCode !== 206) reject(new Error(`answered ${answer.statusCode}`))
    let bytes = 0
    answer.on('data', (piece: Buffer) => {
      bytes += piece.byteLength
      if (bytes > opusHeadBytes) resolve(performance.now() - begin)
    })
    answer.on('error', reject)
  })
  request.on('error', reject)
  const tookMs = await promise
  request.destroy()
  return tookMs
}

function download(address: string) {
  const { promise: started, resolve } = Promise.withResolvers<void>()
  const { promise: status, resolve: answered } = Promise.withResolvers<number | undefined>()
  const request = get(address, { agent: false }, (answer: IncomingMessage) => {
    answered(answer.statusCode)
    answer.once('data', () => resolve())
    answer.on('error', () => undefined)
    answer.resume()
  })
  request.on('error', () => answered(undefined))
  return { started, status, end: () => request.destroy() }
}
