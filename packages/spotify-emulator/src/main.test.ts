import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, it } from 'vitest'

const SECRET = 'known to the servers alone'

it('reads the secret of its client from the environment, which other users of the machine cannot read', async () => {
  const main = path.join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main, '--port', '0', '--client', 'jointly'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PROVIDER_SECRET: SECRET },
  })
  const [line] = await once(child.stdout, 'data')
  const base = /http:\S+/.exec(String(line))?.[0] ?? ''
  const errorOf = async (secret: string) => {
    const answer = await fetch(`${base}/accounts/api/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`jointly:${secret}`)}` },
      signal: AbortSignal.timeout(3_000),
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'unknown' }),
    })
    return answer.json()
  }
  expect(await errorOf('guessed')).toMatchObject({ error: 'invalid_client' })
  expect(await errorOf(SECRET)).toMatchObject({ error: 'invalid_grant' })
  child.kill()
  await once(child, 'exit')
})
