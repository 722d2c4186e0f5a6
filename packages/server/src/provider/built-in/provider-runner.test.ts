import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProviderProcess } from '@jointly/spotify-emulator/process'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createMountedServices } from '../../platform/http/mounted-services.ts'
import { createLog } from '../../platform/log/log.ts'
import { forwardToProvider } from './provider-proxy.ts'
import { restartDelayMs, runProviderProcess } from './provider-runner.ts'
import { listenOnLoopback } from '../../testing/loopback.ts'

/** Creates a log. `lines` has all lines that were logged so far. */
function logged() {
  const lines: Record<string, unknown>[] = []
  let written: () => void = () => undefined
  const log = createLog('debug', {
    write(line) {
      const parsed: Record<string, unknown> = JSON.parse(line)
      lines.push(parsed)
      written()
    },
  })
  const waitFor = async (message: string, count = 1): Promise<Record<string, unknown>> => {
    for (;;) {
      const found = lines.filter(({ msg }) => msg === message)[count - 1]
      if (found) return found
      await new Promise<void>((resolve) => {
        written = resolve
      })
    }
  }
  return { log, lines, waitFor }
}

const PING_EVERY_MS = 5_000
const RUNS = 'the built-in provider runs'
const ENDED = 'the built-in provider ended and will start again'

describe('the process of the built-in provider', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'jointly-provider-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const options = () => ({
    dataDir: folder,
    clients: [{ id: 'jointly', secret: 'hush', name: 'Jointly' }],
  })

  /** Starts the provider process, and a server in front of it that only forwards requests. */
  async function started(delayMs?: (ends: number) => number) {
    const { log, lines, waitFor } = logged()
    const provider = runProviderProcess(options(), log, delayMs)
    const mounted = createMountedServices()
    const away: unknown[] = []
    const disconnect = forwardToProvider(provider, mounted, (error) => away.push(error))
    const server: Server = createServer((request, response) => mounted.handle(request, response))
    const port = await listenOnLoopback(server)
    const close = async () => {
      disconnect()
      await provider.close()
    }
    onTestFinished(async () => {
      await close()
      server.close()
      server.closeAllConnections()
    })
    const ask = () => fetch(`http://127.0.0.1:${port}/spotify/sdk/silence.wav`)
    const pid = async (run = 1) => Number((await waitFor(RUNS, run)).pid)
    return { provider, ask, pid, waitFor, lines, away, close }
  }

  it('B8 starts with the first request, and other users of the machine cannot reach it', async () => {
    const { provider, ask, pid } = await started()
    const answer = await ask()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    expect(await pid()).not.toBe(process.pid)
    const { socketPath = '' } = await provider.getAddress()
    expect(statSync(path.dirname(socketPath)).mode & 0o077).toBe(0)
  })

  it.skipIf(process.platform !== 'linux')('B8 gets no secrets of the server', async () => {
    const { ask, pid } = await started()
    await ask()
    const given = readFileSync(`/proc/${await pid()}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
    const names = given.map((variable) => variable.split('=')[0])
    expect(names).toContain('PATH')
    expect(names.filter((name) => /SECRET|KEY|URL|TOKEN|NODE_OPTIONS/.test(name ?? ''))).toEqual([])
  })

  it('B8 answers 503 while it is not running, and logs the reason once', async () => {
    const { ask, pid, waitFor, lines } = await started(() => 60_000)
    await ask()
    process.kill(await pid(), 'SIGKILL')
    expect(await waitFor(ENDED)).toMatchObject({ reason: 'it ended with SIGKILL', inMs: 60_000 })
    const answer = await ask()
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('provider-away')])
    expect(lines.filter(({ msg }) => msg === ENDED)).toHaveLength(1)
  })

  it('B8 is restarted each time it ends, with growing delays', async () => {
    const ends: number[] = []
    const { ask, pid, waitFor } = await started((count) => {
      ends.push(count)
      return 0
    })
    await ask()
    for (const run of [1, 2]) {
      process.kill(await pid(run), 'SIGKILL')
      await waitFor(ENDED, run)
      await pid(run + 1)
      expect((await ask()).status).toBe(200)
    }
    expect(ends).toEqual([1, 2])
    expect([1, 2, 3, 7, 50].map(restartDelayMs)).toEqual([500, 1000, 2000, 30_000, 30_000])
  })

  it.skipIf(process.platform === 'win32')('B8 is killed and restarted when it hangs', async () => {
    // The pings come when the test lets time pass, so a busy machine cannot miss them.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { ask, pid, waitFor, lines } = await started(() => 0)
    for (let ping = 0; ping < 10; ping += 1) {
      expect((await ask()).status).toBe(200)
      vi.advanceTimersByTime(PING_EVERY_MS)
    }
    expect(lines.filter(({ msg }) => msg === ENDED)).toEqual([])
    process.kill(await pid(), 'SIGSTOP')
    const unanswered = ask()
    vi.advanceTimersByTime(5 * PING_EVERY_MS)
    expect((await waitFor(ENDED)).reason).toBe('it did not answer any more')
    expect((await unanswered).status).toBe(503)
    await pid(2)
    expect((await ask()).status).toBe(200)
  })

  it.skipIf(process.platform === 'win32')('B8 is killed when it hangs before it listens', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const child = startProviderProcess(path.join(folder, 'socket'), options(), () => undefined)
    onTestFinished(() => child.stop())
    if (child.pid === undefined) throw new Error('the process did not start')
    process.kill(child.pid, 'SIGSTOP')
    vi.advanceTimersByTime(5 * PING_EVERY_MS)
    await expect(child.listening).rejects.toThrow('it did not start within 25 seconds')
  })

  it.skipIf(process.platform === 'win32')('B8 is restarted when its socket was removed', async () => {
    const { provider, ask, pid, waitFor } = await started(() => 0)
    await ask()
    const { socketPath = '' } = await provider.getAddress()
    rmSync(path.dirname(socketPath), { recursive: true })
    expect((await ask()).status).toBe(503)
    expect((await waitFor(ENDED)).reason).toBe('its socket was removed')
    await pid(2)
    expect((await ask()).status).toBe(200)
    const next = (await provider.getAddress()).socketPath ?? ''
    expect(statSync(path.dirname(next)).mode & 0o077).toBe(0)
  })

  it('B8 is not started by a request after the server has stopped', async () => {
    const { provider, close } = await started()
    await close()
    await expect(provider.getAddress()).rejects.toThrow('the server has ended')
    await expect(provider.open()).rejects.toThrow('the server has ended')
  })

  it('B8 is started again if the start fails, and the log has the reason', async () => {
    const { log, waitFor } = logged()
    const provider = runProviderProcess(
      { ...options(), musicDir: path.join(folder, 'nowhere') },
      log,
      () => 60_000,
    )
    onTestFinished(() => provider.close())
    await expect(provider.getAddress()).rejects.toThrow('MUSIC_DIR is no folder')
    expect((await waitFor(ENDED)).reason).toContain('MUSIC_DIR is no folder')
  })

  it.skipIf(process.platform === 'win32')(
    'B8 is started again if no folder can be made for its socket, and the log has the reason',
    async () => {
      vi.stubEnv('TMPDIR', path.join(folder, 'nowhere'))
      onTestFinished(() => void vi.unstubAllEnvs())
      const { provider, ask, waitFor, pid } = await started(() => 0)
      provider.begin()
      for (const start of [1, 2]) expect((await waitFor(ENDED, start)).reason).toContain('ENOENT')
      expect((await ask()).status).toBe(503)
      vi.unstubAllEnvs()
      await pid()
      expect((await ask()).status).toBe(200)
    },
  )

  it('B8 is not started again if the server cannot start because of it', async () => {
    const { log, lines } = logged()
    const delays: number[] = []
    const provider = runProviderProcess(
      { ...options(), musicDir: path.join(folder, 'nowhere') },
      log,
      (ends) => {
        delays.push(ends)
        return 60_000
      },
    )
    onTestFinished(() => provider.close())
    await expect(provider.open()).rejects.toThrow('MUSIC_DIR is no folder')
    expect([delays, lines]).toEqual([[], []])
  })

  it('B8 is started again if the start fails while a server without a music folder starts', async () => {
    const dataDir = path.join(folder, 'data')
    const { log, waitFor } = logged()
    const app = await createApp(readConfig({ PORT: '0', DATA_DIR: dataDir }), { log })
    onTestFinished(() => app.close())
    const unusable = path.join(dataDir, 'provider')
    writeFileSync(unusable, '')
    const address = await app.listen()
    await waitFor(ENDED)
    expect((await fetch(`${address}/spotify/status`)).status).toBe(503)
    rmSync(unusable)
    await waitFor(RUNS)
    expect((await fetch(`${address}/spotify/status`)).status).toBe(200)
  })

  it('B8 ends with the server and leaves no files behind', async () => {
    const { provider, ask, pid, close } = await started()
    await ask()
    const child = await pid()
    const { socketPath = '' } = await provider.getAddress()
    await close()
    expect(() => process.kill(child, 0)).toThrow('ESRCH')
    expect(() => statSync(path.dirname(socketPath))).toThrow('ENOENT')
  })

  it('B8 does not delay calls of the server while it is busy', async () => {
    const { log, waitFor } = logged()
    const app = await createApp(readConfig({ PORT: '0', DATA_DIR: path.join(folder, 'data') }), { log })
    onTestFinished(() => app.close())
    const address = await app.listen()
    const child = Number((await waitFor(RUNS)).pid)
    // The signal SIGSTOP suspends the process, so that it does not answer, like a busy process.
    process.kill(child, 'SIGSTOP')
    try {
      const asked = new AbortController()
      const song = fetch(`${address}/spotify/sdk/silence.wav`, { signal: asked.signal })
      expect((await fetch(`${address}/api/health`)).status).toBe(200)
      asked.abort()
      await expect(song).rejects.toThrow('aborted')
    } finally {
      process.kill(child, 'SIGCONT')
    }
  })
})
