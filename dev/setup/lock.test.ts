import { describe, expect, it } from 'vitest'
import { complete, platformOf } from './lock.js'

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

  it('adds what a parent asks for and leaves what is there', () => {
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
