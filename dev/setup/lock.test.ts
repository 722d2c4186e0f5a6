import { describe, expect, it } from 'vitest'
import { complete, fillIntegrity, platformOf, readLock, withoutIntegrity } from './lock.js'

describe('completing the lock file', () => {
  it('reads the platform from the name of a package', () => {
    expect(platformOf('@oxlint/binding-linux-arm64-musl')).toEqual({
      os: ['linux'],
      cpu: ['arm64'],
      libc: ['musl'],
    })
    expect(platformOf('@rollup/rollup-linux-arm-gnueabihf')).toEqual({
      os: ['linux'],
      cpu: ['arm'],
      libc: ['glibc'],
    })
    expect(platformOf('@biomejs/cli-win32-x64')).toEqual({ os: ['win32'], cpu: ['x64'] })
    expect(platformOf('graceful-fs')).toBeNull()
  })

  it('adds missing packages of a parent and keeps the others', () => {
    const tool = {
      version: '1.0.0',
      dev: true,
      optionalDependencies: { 'tool-linux-x64': '1.0.0', 'tool-darwin-arm64': '1.0.0' },
    }
    const present = { version: '1.0.0', os: ['linux'], cpu: ['x64'], integrity: 'sha512-x' }
    const { packages, added } = complete({
      'node_modules/tool': tool,
      'node_modules/tool-linux-x64': present,
    })
    expect(added).toEqual(['node_modules/tool-darwin-arm64'])
    expect(packages['node_modules/tool-linux-x64']).toBe(present)
    expect(packages['node_modules/tool-darwin-arm64']).toEqual({
      version: '1.0.0',
      os: ['darwin'],
      cpu: ['arm64'],
      dev: true,
      optional: true,
    })
  })
})

describe('the hashes of the lock file', () => {
  const own = { 'packages/own': { version: '1.0.0' }, 'node_modules/own': { link: true } }

  it('are fetched by name and version if they are missing, a few in parallel', async () => {
    const asked: string[] = []
    let open = 0
    let most = 0
    const names = Array.from({ length: 9 }, (_, index) => `node_modules/a/node_modules/@b/tool-${index}`)
    const missing = Object.fromEntries(names.map((path) => [path, { version: '1.0.0', dev: true }]))
    const known = { version: '2.0.0', integrity: 'sha512-known' }
    const { packages, filled } = await fillIntegrity(
      { ...own, 'node_modules/known': known, ...missing },
      async (name) => {
        asked.push(name)
        most = Math.max(most, (open += 1))
        await Promise.resolve()
        open -= 1
        return name.endsWith('tool-8@1.0.0') ? '' : 'sha512-x'
      },
    )
    expect(asked).toEqual(names.map((_, index) => `@b/tool-${index}@1.0.0`))
    expect(most).toBe(4)
    expect(filled).toEqual(names.slice(0, -1))
    expect(packages[names[0] ?? '']).toEqual({ version: '1.0.0', integrity: 'sha512-x', dev: true })
    expect(packages['node_modules/known']).toBe(known)
    expect(withoutIntegrity(packages)).toEqual(names.slice(-1))
  })

  it('exist for every package of the registry, and no registry is named', () => {
    const lock = readLock()
    expect(withoutIntegrity(lock.packages)).toEqual([])
    expect(JSON.stringify(lock)).not.toMatch(/"resolved":"https?:/)
  })
})
