import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readNotes } from '../testing/index.ts'
import { createPacketCache } from './packet-cache.ts'

it('B17 a file that could not be opened is opened again after ten seconds, and not before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packet-cache-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'notes.flac')
  const file = readNotes('notes.flac')
  let nowMs = Date.now()
  const cache = createPacketCache(() => nowMs)
  const open = () =>
    cache.open(path, file.length, 'one').then(
      (song) => song?.codec,
      () => 'failed',
    )
  expect(await open()).toBe('failed')
  writeFileSync(path, file)
  nowMs += 9_000
  expect(await open()).toBe('failed')
  nowMs += 2_000
  expect(await open()).toBe('flac')
  nowMs += 20_000
  rmSync(path)
  expect(await open()).toBe('flac')
})
