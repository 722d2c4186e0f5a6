import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replaceFolder } from './web-build.js'

let dir: string

function fill(name: string, file: string): string {
  mkdirSync(join(dir, name), { recursive: true })
  writeFileSync(join(dir, name, file), file)
  return join(dir, name)
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'web-build-'))
})

afterEach(() => rmSync(dir, { recursive: true }))

describe('O10 putting a new build in place', () => {
  it('O10 replaces all files of the old one and leaves nothing else behind', () => {
    replaceFolder(fill('next', 'new.html'), fill('dist', 'old.html'))
    expect(readdirSync(dir)).toEqual(['dist'])
    expect(readdirSync(join(dir, 'dist'))).toEqual(['new.html'])
  })

  it('works without an old one', () => {
    replaceFolder(fill('next', 'new.html'), join(dir, 'dist'))
    expect(readdirSync(join(dir, 'dist'))).toEqual(['new.html'])
  })

  it('O10 works after a build that was interrupted while it was put in place', () => {
    fill('next-old', 'older.html')
    replaceFolder(fill('next', 'new.html'), fill('dist', 'old.html'))
    expect(readdirSync(dir)).toEqual(['dist'])
    expect(readdirSync(join(dir, 'dist'))).toEqual(['new.html'])
  })
})
