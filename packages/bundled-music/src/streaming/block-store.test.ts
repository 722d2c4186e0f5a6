import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Log } from '@jointly/music-library'
import { createBlockStore } from './block-store.ts'

const blockBytes = 4000
const onDisk = 4096

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'blocks-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
const blockOf = (value: number) => new Uint8Array(blockBytes).fill(value)
const open = (folder: string, blocks = 1000, log = vi.fn<Log>()) => {
  const store = createBlockStore({ folder, maxBytes: blocks * onDisk, blockBytes, log })
  return { ...store, log }
}
const sizeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/')).length *
  onDisk
/** Sets the time of a song's last use to this many hours ago. */
const age = (folder: string, song: string, hours: number) => {
  const sec = Date.now() / 1000 - hours * 3600
  utimesSync(join(folder, song), sec, sec)
}

it('B14 returns what another process stored', async () => {
  const folder = newFolder()
  const [one, other] = [open(folder), open(folder)]
  await Promise.all([
    one.write('a/0', blockOf(1)),
    other.write('a/0', blockOf(1)),
    other.write('a/1', blockOf(2)),
  ])
  expect(await one.read('a/1')).toEqual(Buffer.from(blockOf(2)))
  expect(await other.read('a/0')).toEqual(Buffer.from(blockOf(1)))
  expect(await one.read('a/2')).toBeUndefined()
  expect(readdirSync(join(folder, 'a')).sort()).toEqual(['0', '1'])
})

it.each([
  ['is truncated', (file: Buffer) => file.subarray(0, 1000)],
  ['is empty', () => Buffer.alloc(0)],
  ['has a wrong bit', (file: Buffer) => Buffer.from(file.map((byte, at) => (at === 77 ? byte ^ 4 : byte)))],
  ['is too long', (file: Buffer) => Buffer.concat([file, Buffer.alloc(1)])],
])('B14 a file that %s is removed and not returned', async (_, damage) => {
  const folder = newFolder()
  const store = open(folder)
  await store.write('a/0', blockOf(1))
  const file = join(folder, 'a/0')
  writeFileSync(file, damage(readFileSync(file)))
  expect(await store.read('a/0')).toBeUndefined()
  expect(existsSync(file)).toBe(false)
  await store.write('a/0', blockOf(1))
  expect(await store.read('a/0')).toBeDefined()
})

it('B14 a file of another block does not count as this one', async () => {
  const folder = newFolder()
  const store = open(folder)
  await store.write('a/0', blockOf(1))
  writeFileSync(join(folder, 'a/1'), readFileSync(join(folder, 'a/0')))
  expect(await store.read('a/1')).toBeUndefined()
})

it('B14 stays within its budget, and removes the songs that were not used for the longest time', async () => {
  const folder = newFolder()
  const store = open(folder, 32)
  for (const song of ['old', 'older', 'new'])
    for (let n = 0; n < 10; n++) await store.write(`${song}/${n}`, blockOf(n))
  age(folder, 'old', 2)
  age(folder, 'older', 3)
  for (let n = 0; n < 5; n++) {
    await store.write(`next/${n}`, blockOf(n))
    expect(sizeOf(folder)).toBeLessThanOrEqual(32 * onDisk)
  }
  expect(readdirSync(folder).sort()).toEqual(['new', 'next', 'old'])
})

it('B14 a song that is read counts as used', async () => {
  const folder = newFolder()
  for (const song of ['a', 'b'])
    for (let n = 0; n < 10; n++) await open(folder).write(`${song}/${n}`, blockOf(n))
  age(folder, 'a', 3)
  age(folder, 'b', 2)
  const store = open(folder, 24)
  await store.read('a/0')
  await expect.poll(async () => (await store.read('a/1')) !== undefined).toBe(true)
  for (let n = 0; n < 8; n++) await store.write(`c/${n}`, blockOf(n))
  expect(readdirSync(folder).sort()).toEqual(['a', 'c'])
})

it('B14 two processes together stay within the budget and a sixteenth for each', async () => {
  const folder = newFolder()
  const stores = [open(folder, 64), open(folder, 64)]
  for (let n = 0; n < 100; n++) {
    await Promise.all(stores.map((store, index) => store.write(`${index}-${n % 25}/${n}`, blockOf(n))))
    expect(sizeOf(folder)).toBeLessThanOrEqual(72 * onDisk)
  }
})

it('B14 removes what a process that was killed did not write completely', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'a'))
  const left = join(folder, 'a/0.0123456789ab.part')
  writeFileSync(left, 'begin')
  utimesSync(left, Date.now() / 1000 - 120, Date.now() / 1000 - 120)
  const store = open(folder)
  expect(await store.read('a/0')).toBeUndefined()
  await store.write('a/1', blockOf(1))
  expect(readdirSync(join(folder, 'a'))).toEqual(['1'])
})

it('B14 works without a folder that can be written to, and logs this once', async () => {
  const folder = join(newFolder(), 'file')
  writeFileSync(folder, '')
  const { read, write, log } = open(folder)
  await write('a/0', blockOf(1))
  await write('a/1', blockOf(1))
  expect(await read('a/0')).toBeUndefined()
  expect(log).toHaveBeenCalledOnce()
})

it('B14 a budget of 0 stores nothing', async () => {
  const folder = newFolder()
  await open(folder, 0).write('a/0', blockOf(1))
  expect(readdirSync(folder)).toEqual([])
})
