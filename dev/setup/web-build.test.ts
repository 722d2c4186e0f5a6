import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepEarlierAssets, replaceFolder } from './web-build.js'

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

it('O10 keeps the hashed files of the last three builds, and no others', () => {
  for (const build of ['a', 'b', 'c', 'd', 'e']) {
    fill('next', 'index.html')
    fill('next/assets', `part-${build}.js`)
    keepEarlierAssets(join(dir, 'dist'), join(dir, 'next'))
    replaceFolder(join(dir, 'next'), join(dir, 'dist'))
  }
  const kept = readdirSync(join(dir, 'dist'), { recursive: true }).map(String)
  expect(kept.filter((path) => path.endsWith('.js')).toSorted()).toEqual([
    'assets/part-e.js',
    'earlier/1/assets/part-d.js',
    'earlier/2/assets/part-c.js',
    'earlier/3/assets/part-b.js',
  ])
})

it('O10 makes the folders of earlier builds also at the first build', () => {
  keepEarlierAssets(join(dir, 'dist'), fill('next', 'index.html'))
  expect(readdirSync(join(dir, 'next/earlier'))).toEqual(['1', '2', '3'])
  expect(existsSync(join(dir, 'dist'))).toBe(false)
})
