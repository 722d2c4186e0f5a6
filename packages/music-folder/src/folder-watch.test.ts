import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { watchFolder } from './folder-watch.ts'

/** Watches a new folder with one file. `lines` has the log. */
async function watched() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'watch-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'one.wav'), '')
  const lines: string[] = []
  const watcher = watchFolder(
    root,
    () => {},
    (level, message) => lines.push(`${level} ${message}`),
  )
  onTestFinished(() => watcher.close())
  await once(watcher, 'ready')
  return { watcher, lines }
}

const failure = (code: string): Error => Object.assign(new Error(`${code}: watch`), { code })

it('B9 each kind of error of the watch is logged once, and the log says how to get more watches', async () => {
  const { watcher, lines } = await watched()
  for (const code of ['ENOSPC', 'ENOSPC', 'EMFILE', 'ENOSPC', 'EMFILE']) watcher.emit('error', failure(code))
  expect(lines).toEqual([
    'warn the music folder is not watched completely. Raise fs.inotify.max_user_watches and start again',
    'warn the music folder is not watched completely',
  ])
})

it('B9 the watch handles the errors of all its handles, and closes all of them', async () => {
  const openHandles = () => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length
  // A handle ends shortly after it is closed, also that of an earlier test.
  await expect.poll(openHandles).toBe(0)
  const { watcher } = await watched()
  // Chokidar handles the errors of its handles only if they keep the process alive.
  expect(openHandles()).toBe(2)
  await watcher.close()
  await expect.poll(openHandles).toBe(0)
})
