import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from './install.js'
import { buildIfStale, keepEarlierAssets, replaceFolder, sources } from './web-build.js'

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

describe('O10 the app is built again when a source is newer', () => {
  const isSource = (path: string) =>
    sources.some((source) => path === source || path.startsWith(`${source}/`))

  /** Lists the files of this project that a file imports. */
  function importsOf(path: string): string[] {
    // An `@import` in a comment imports only a type.
    const text = readFileSync(join(root, path), 'utf8').replaceAll(/@import .*/g, '')
    return [...text.matchAll(/(?:\bfrom |\bimport\(|\bresolve\()'(\.[^']*|@jointly\/[^']+)'/g)].map(
      ([, name = '']) =>
        name.startsWith('.')
          ? join(dirname(path), name)
          : relative(root, fileURLToPath(import.meta.resolve(name))),
    )
  }

  it('O10 each module that a source imports is a source too', () => {
    const modules = sources
      .flatMap((source) =>
        statSync(join(root, source)).isFile() ? [source] : globSync(`${source}/**`, { cwd: root }),
      )
      .filter((path) => /\.(?:js|ts|tsx)$/.test(path) && !/\.test\.|\/tests?\/|\/testing\//.test(path))
    expect(modules.length).toBeGreaterThan(500)
    const others = modules.flatMap((path) => importsOf(path).filter((imported) => !isSource(imported)))
    expect([...new Set(others)]).toEqual([])
  })

  /** Builds the app of one source, whose file was saved at `savedMs`. @returns how often it was built */
  function buildTwice(savedMs: (beginMs: number) => number): number {
    const source = join(fill('src', 'app.ts'), 'app.ts')
    utimesSync(join(dir, 'src'), 0, 0)
    let builds = 0
    const build = (): void => {
      builds += 1
      const beginMs = Date.now()
      utimesSync(source, new Date(), new Date(savedMs(beginMs)))
      const page = join(fill('next', 'index.html'), 'index.html')
      // The build ends ten seconds later.
      utimesSync(page, new Date(), new Date(beginMs + 10_000))
    }
    for (let start = 0; start < 2; start += 1)
      buildIfStale({ paths: [join(dir, 'src')], dist: join(dir, 'dist'), next: join(dir, 'next'), build })
    return builds
  }

  it('O10 a source that was saved during the build is built at the next start', () => {
    expect(buildTwice((beginMs) => beginMs + 1000)).toBe(2)
  })

  it('O10 an app without a newer source is not built again', () => {
    expect(buildTwice((beginMs) => beginMs - 1000)).toBe(1)
  })
})
