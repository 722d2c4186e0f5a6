import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { watchChild } from './child-process.ts'
import { startProviderProcess } from './provider-process.ts'

it('a child process can be ended twice', async () => {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const { ended, end } = watchChild(child)
  await end('SIGKILL')
  await end('SIGTERM')
  await ended
  expect(child.signalCode).toBe('SIGKILL')
})

it('the start of a provider fails if its process ends before it is ready', async () => {
  await expect(startProviderProcess('--song-cache-mb', 'many')).rejects.toThrow('ended before it was ready')
})

/** Parts of programs that start a child process, which runs `code`. */
const startChild = {
  'a watched child process': `watchChild(spawn(process.execPath, ['--eval', code], { stdio: 'ignore' }))`,
  'a watched group': `watchChild(spawn('sh', ['-c', '"$0" --eval "$1"; true', process.execPath, code], { detached: true }), 'group')`,
  'a program of a check': `void execute(process.execPath, ['--eval', code])`,
}

it.each(Object.entries(startChild))('%s ends with a process that gets a signal', async (_, start) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const echo = `const socket = require('node:net').connect(${port}, '127.0.0.1'); socket.pipe(socket)`
  const program = `
    import { spawn } from 'node:child_process'
    import { execute } from '${new URL('../checks/check.ts', import.meta.url)}'
    import { exitOnSignals, watchChild } from '${new URL('child-process.ts', import.meta.url)}'
    exitOnSignals(1)
    const code = ${JSON.stringify(echo)}
    ${start}
  `
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [socket]: Socket[] = await once(server, 'connection')
  try {
    const answer = answerOf(socket)
    parent.kill('SIGTERM')
    await once(parent, 'exit')
    socket?.write('Do you run?')
    expect(await answer).toBe('ended')
  } finally {
    socket?.destroy()
    server.close()
  }
})

/** Waits until the process at the other end of a connection answers or has ended. */
function answerOf(socket: Socket | undefined): Promise<'ended' | 'running'> {
  return new Promise((resolve) => {
    socket?.on('error', () => resolve('ended'))
    socket?.on('close', () => resolve('ended'))
    socket?.on('data', () => resolve('running'))
  })
}
