import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const SECRET = 'known to the servers alone'

/** Starts the service on its own, until the test ends. @returns its address */
async function start(...options: string[]) {
  const main = path.join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main, '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PROVIDER_SECRET: SECRET },
  })
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await exit
  })
  const [line] = await once(child.stdout, 'data')
  return /http:\S+/.exec(String(line))?.[0] ?? ''
}

it('reads the secret of its client from the environment, which other users of the machine cannot read', async () => {
  const base = await start('--client', 'jointly')
  const errorOf = async (secret: string) => {
    const answer = await fetch(`${base}/accounts/api/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`jointly:${secret}`)}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'unknown' }),
    })
    return answer.json()
  }
  expect(await errorOf('guessed')).toMatchObject({ error: 'invalid_client' })
  expect(await errorOf(SECRET)).toMatchObject({ error: 'invalid_grant' })
})

it('B8 behind a server, it says no time after which it closes idle connections, because it never does', async () => {
  const base = await start('--passed-on')
  // The server could send a request at the moment in which this process closes the connection, and would lose it.
  const { headers } = await fetch(`${base}/status`)
  expect(headers.get('connection')).toBe('keep-alive')
  expect(headers.get('keep-alive')).toBeNull()
})
