import { spawn } from 'node:child_process'
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
