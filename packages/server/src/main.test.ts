import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import net from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { routes } from '@jointly/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { terminalQr } from './features/share/terminal-qr.ts'
import { findHomeAddress } from './platform/lifecycle/home-network.ts'
import { failureToConnect, listenOnLoopback } from './testing/loopback.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

describe('the process', () => {
  let dataDir: string
  const children: ChildProcess[] = []
  beforeAll(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'jointly-main-'))
  })
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  function start(settings: Record<string, string> = {}, options: readonly string[] = []) {
    const env = { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', DATA_DIR: dataDir, ...settings }
    const child = spawn(process.execPath, [main, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(child)
    return child
  }

  /**
   * Lists files that other users of the machine can read. The lock file is left out, because it has no
   * private data.
   */
  const readableByOthers = () =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('server.lock'))
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .filter((file) => statSync(file).mode & 0o077)

  async function addressOf(child: ReturnType<typeof start>): Promise<string> {
    for await (const line of createInterface(child.stdout)) {
      const address = /Jointly is at (\S+)/.exec(line)?.[1]
      if (address) return address
    }
    throw new Error('it ended without an address')
  }

  async function failure(child: ReturnType<typeof start>) {
    const [lines] = await Promise.all([text(child.stderr), once(child, 'exit')])
    return { lines: lines.trimEnd().split('\n'), code: child.exitCode }
  }

  it('exits with an error and one line when a setting is bad', async () => {
    const { lines, code } = await failure(start({ PORT: 'http' }))
    expect([lines, code]).toEqual([['PORT must be a number from 0 to 65535.'], 1])
  })

  it('O9 takes a port as an option instead of the setting, and refuses unknown options', async () => {
    // The test keeps this port, so that no other process can take it before the server starts.
    const holder = net.createServer()
    const taken = `${await listenOnLoopback(holder)}`
    const running = start({ PORT: taken }, ['--port', '0'])
    expect(await addressOf(running)).toMatch(/^http:\/\/localhost:\d+$/)
    running.kill('SIGKILL')
    await once(running, 'exit')
    const refused = await failure(start({}, ['--port', taken]))
    expect(refused.lines.join(' ')).toContain(`Port ${taken} on`)
    holder.close()
    const { lines, code } = await failure(start({}, ['--prot', '3001']))
    expect(code).toBe(1)
    expect(lines.join(' ')).toContain('--prot')
    expect(lines.at(-1)).toBe('The options are --lan and --port N. Everything else is a setting.')
  })

  it('prints its address, makes its data folder private, and can be killed, started again and stopped', async () => {
    const killed = start()
    await addressOf(killed)
    expect(readableByOthers(), 'what others of the machine may read').toEqual([])
    const second = await failure(start())
    expect([second.lines, second.code]).toEqual([[expect.stringContaining('Another server runs on')], 1])
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    // The provider's process notices that the server was killed and closes its database. SQLite then deletes
    // the file `-shm`.
    const shared = path.join(dataDir, 'provider/provider.sqlite-shm')
    await expect.poll(() => existsSync(shared)).toBe(false)
    for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
      chmodSync(path.join(entry.parentPath, entry.name), entry.isFile() ? 0o644 : 0o755)

    const child = start()
    const address = await addressOf(child)
    expect(new URL(address).hostname).toBe('localhost')
    const health = await fetch(`${address}/api/health`)
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    // When the built-in provider answers, its process has opened all its files.
    expect((await fetch(`${address}/spotify/status`)).status).toBe(200)
    expect(readableByOthers(), 'after it was made readable').toEqual([])
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('shuts down normally while it waits for a Redis that does not answer', async () => {
    const redis = net.createServer().listen(0, '127.0.0.1')
    await once(redis, 'listening')
    const address = redis.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const child = start({ REDIS_URL: `redis://127.0.0.1:${port}`, DATA_DIR: path.join(dataDir, 'stopped') })
    await once(redis, 'connection')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    redis.close()
  })

  it('shuts down normally when a second SIGINT comes during the stop', async () => {
    const child = start({ DATA_DIR: path.join(dataDir, 'interrupted') })
    const address = await addressOf(child)
    // The server waits for the rest of this call, so the stop cannot end before the second signal.
    const call = request(`${address}${routes.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 2, expect: '100-continue' },
    })
    call.on('error', () => undefined)
    call.flushHeaders()
    await once(call, 'continue')
    const exited = once(child, 'exit')
    child.kill('SIGINT')
    await expect.poll(() => failureToConnect(address)).toBe('ECONNREFUSED')
    child.kill('SIGINT')
    call.destroy()
    expect(await exited).toEqual([0, null])
  })

  it('J8 A5 prints the address in the home network as text and QR code, and the link for the first account', async () => {
    const child = start({ DATA_DIR: path.join(dataDir, 'at-home') }, ['--lan'])
    const lines: string[] = []
    for await (const line of createInterface(child.stdout)) {
      lines.push(line)
      if (line.startsWith('Make the first account here')) break
    }
    const port = new URL(/Jointly is at (\S+)/.exec(lines[0] ?? '')?.[1] ?? '').port
    const homeAddress = findHomeAddress(networkInterfaces())
    const origin = `http://${homeAddress ?? 'localhost'}:${port}`
    const text = lines.join('\n')
    // Without a network, the server prints this sentence instead of an address.
    if (homeAddress === null) expect(text).toContain('This machine is in no network')
    else {
      expect(text).toContain(`\n${terminalQr(origin)}\n`)
      expect(text).toContain(`\nOn phones and computers in your network, open ${origin}\n`)
      expect((await fetch(`${origin}/api/health`)).status).toBe(200)
    }
    expect(lines.at(-1)).toContain(`within 14 days: ${origin}/`)
  })

  it('J8 prints PUBLIC_ORIGIN as the address for the home network', async () => {
    const origin = 'http://192.0.2.7:8080'
    const settings = { DATA_DIR: path.join(dataDir, 'named-at-home'), PUBLIC_ORIGIN: origin }
    const lines: string[] = []
    for await (const line of createInterface(start(settings, ['--lan']).stdout)) {
      lines.push(line)
      if (line.startsWith('On phones')) break
    }
    expect(lines.join('\n')).toContain(terminalQr(origin))
    expect(lines.at(-1)).toBe(`On phones and computers in your network, open ${origin}`)
  })
})
