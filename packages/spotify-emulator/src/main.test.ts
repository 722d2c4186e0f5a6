import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'

const SECRET = 'known to the servers alone'

/** Runs the service on its own, until the test ends. */
function run(options: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const main = path.join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main, '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PROVIDER_SECRET: SECRET, ...env },
  })
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await exit
  })
  return { exit, output: once(child.stdout, 'data'), errors: text(child.stderr) }
}

/** Starts the service on its own, until the test ends. @returns its address @throws its errors if it ends before */
async function start(options: readonly string[], env?: NodeJS.ProcessEnv) {
  const { output, errors } = run(options, env)
  const ended = errors.then((reason) => {
    throw new Error(`the service ended: ${reason}`)
  })
  const [line] = await Promise.race([output, ended])
  return /http:\S+/.exec(String(line))?.[0] ?? ''
}

it('reads the secret of its client from the environment, which other users of the machine cannot read', async () => {
  const base = await start(['--client', 'jointly'])
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
  const base = await start(['--passed-on'])
  // The server could send a request at the moment in which this process closes the connection, and would lose it.
  const { headers } = await fetch(`${base}/status`)
  expect(headers.get('connection')).toBe('keep-alive')
  expect(headers.get('keep-alive')).toBeNull()
})

it.each([
  ['--origin', 'https://music.example'],
  ['--host', '0.0.0.0'],
])(
  'B5 with %s %s, it does not start with PROVIDER_LOGIN_AS=on, and prints what to remove',
  async (...options) => {
    for (const { exit, output, errors } of [
      run(options, { PROVIDER_LOGIN_AS: 'on' }),
      run([...options, '--login-as']),
    ]) {
      expect(String(await Promise.race([output, errors]))).toMatch(
        /^PROVIDER_LOGIN_AS .* is on, .* Remove it/,
      )
      expect(await exit).toEqual([1, null])
    }
  },
)

it.each([
  ['a music folder that does not exist', ['--music', path.join(import.meta.dirname, 'nowhere')]],
  ['a file as the folder of its database', ['--data', import.meta.filename]],
  ['a port that does not exist', ['--port', '65536']],
  ['an unknown option', ['--prot', '3001']],
])('O9 with %s, it prints the reason in one line and exits with 1', async (_what, options) => {
  const { exit, errors } = run(options)
  expect(await exit).toEqual([1, null])
  expect(await errors).toMatch(/^The built-in music service cannot start: .+\n$/)
})

it('B5 for this machine only, it starts with PROVIDER_LOGIN_AS=on', async () => {
  const options = ['--host', '127.0.0.1', '--origin', 'http://localhost:3000']
  expect(await start(options, { PROVIDER_LOGIN_AS: 'on' })).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/spotify$/)
})
