import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { playerScript, saveMinifiedScript, servedPlayerScript } from './script.ts'
import { startEmulator } from '../testing/test-emulator.ts'

it('is one plain script without imports and exports', async () => {
  const running = await startEmulator()
  const response = await fetch(`${running.base}/sdk/spotify-player.js`)
  const source = await response.text()
  expect(response.headers.get('content-type')).toContain('text/javascript')
  expect(() => new Script(source)).not.toThrow()
  expect(source).not.toMatch(/^(import|export)\b/m)
  expect((await fetch(`${running.base}/sdk/silence.wav`)).status).toBe(200)
})

it('contains every module of the browser folder', () => {
  const folder = new URL('browser/', import.meta.url)
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )
  const script = playerScript()
  expect(modules.length).toBeGreaterThan(0)
  const withoutPart = modules.filter((name) => {
    const [, exported = ''] =
      /^export (?:const|function|async function|class) (\w+)/m.exec(
        readFileSync(new URL(name, folder), 'utf8'),
      ) ?? []
    return !new RegExp(`^(?:const|function|async function|class) ${exported}\\b`, 'm').test(script)
  })
  expect(withoutPart).toEqual([])
})

type ScriptResponse = { status: number | undefined; headers: Record<string, unknown>; body: Buffer }

/** Requests the script, and returns the compressed bytes of the answer. `fetch` would decompress them. */
function load(base: string, headers: Record<string, string>): Promise<ScriptResponse> {
  return new Promise((resolve, reject) => {
    request(`${base}/sdk/spotify-player.js`, { headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

it('is compressed for browsers that accept it, and is not sent again while it stays the same', async () => {
  const { base } = await startEmulator()
  const plain = await load(base, {})
  const zipped = await load(base, { 'accept-encoding': 'br, gzip' })
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(zipped.body)).toEqual(plain.body)
  expect(zipped.body.length).toBeLessThan(plain.body.length / 2)
  const tag = String(zipped.headers.etag)
  const again = await load(base, { 'accept-encoding': 'gzip', 'if-none-match': tag })
  expect(again).toMatchObject({ status: 304, headers: { vary: 'accept-encoding' } })
  expect(again.body.length).toBe(0)
})

it('is minified only if it was built from the present source', () => {
  const folder = mkdtempSync(join(tmpdir(), 'script-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = pathToFileURL(join(folder, 'dist', 'player.js'))
  expect(servedPlayerScript(file)).toBe(playerScript())
  saveMinifiedScript('short()', file)
  expect(servedPlayerScript(file)).toMatch(/^\/\* [0-9a-f]{16} \*\/\nshort\(\)$/)
  writeFileSync(file, readFileSync(file, 'utf8').replace(/[0-9a-f]{16}/, '0'.repeat(16)))
  expect(servedPlayerScript(file)).toBe(playerScript())
})
