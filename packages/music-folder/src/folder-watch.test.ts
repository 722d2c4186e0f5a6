import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { watchFolder } from './folder-watch.ts'

/** Watches a new folder with one file. `lines` has the log, and `changes` counts the reported changes. */
async function watched() {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'watch-')))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const root = join(place, 'Music')
  mkdirSync(root)
  writeFileSync(join(root, 'one.wav'), '')
  const lines: string[] = []
  const onChange = vi.fn<() => void>()
  const watch = watchFolder(root, onChange, (level, message) => lines.push(`${level} ${message}`))
  onTestFinished(() => watch.close())
  await once(watch.current(), 'ready')
  return { root, watch, lines, onChange }
}

const openHandles = () => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length
const failure = (code: string): Error => Object.assign(new Error(`${code}: watch`), { code })

it('B9 each kind of error of the watch is logged once, and the log says how to get more watches', async () => {
  const { watch, lines } = await watched()
  for (const code of ['ENOSPC', 'ENOSPC', 'EMFILE', 'ENOSPC', 'EMFILE'])
    watch.current().emit('error', failure(code))
  expect(lines).toEqual([
    'warn the music folder is not watched completely. Raise fs.inotify.max_user_watches and start again',
    'warn the music folder is not watched completely',
  ])
})

it('B9 the watch handles the errors of all its handles, and closes all of them', async () => {
  // A handle ends shortly after it is closed, also that of an earlier test.
  await expect.poll(openHandles).toBe(0)
  const { watch } = await watched()
  // Chokidar handles the errors of its handles only if they keep the process alive.
  expect(openHandles()).toBe(2)
  await watch.close()
  await expect.poll(openHandles).toBe(0)
})

it.each([
  ['moved away', (root: string) => renameSync(root, `${root}-away`)],
  ['deleted', (root: string) => rmSync(root, { recursive: true })],
])('B9 another folder in the place of one that was %s is read and watched too', async (_, remove) => {
  await expect.poll(openHandles).toBe(0)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  const { root, watch, onChange } = await watched()
  const first = watch.current()
  /** Runs the waiting check now. */
  const check = async () => {
    const run = timers.mock.calls.findLast(([, delayMs]) => delayMs === 30_000)?.[0]
    timers.mockClear()
    run?.()
    await expect.poll(() => timers.mock.calls.some(([, delayMs]) => delayMs === 30_000)).toBe(true)
  }
  await check()
  remove(root)
  await check()
  expect(watch.current()).toBe(first)
  mkdirSync(root)
  onChange.mockClear()
  await check()
  expect(watch.current()).not.toBe(first)
  // The old watch may still report a change of its own.
  expect(onChange).toHaveBeenCalled()
  onChange.mockClear()
  // The new watch may need some time until it reports changes.
  let files = 0
  const addFile = () => writeFileSync(join(root, `${(files += 1)}.wav`), '')
  await expect.poll(() => (addFile(), onChange.mock.calls.length)).toBeGreaterThan(0)
  await watch.close()
  await expect.poll(openHandles).toBe(0)
})
