import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withoutServices } from './debian.ts'

describe('an installation of Debian packages that may start no service', () => {
  let folder: string
  let policy: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'jointly-debian-'))
    policy = join(folder, 'policy-rc.d')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Installs nothing. @returns the policy during the installation */
  function install(): string {
    let during = ''
    withoutServices(() => {
      during = readFileSync(policy, 'utf8')
    }, policy)
    return during
  }

  it('forbids the start of services, and only meanwhile', () => {
    expect(install()).toContain('exit 101')
    expect(existsSync(policy)).toBe(false)
  })

  it('removes the policy that an interrupted installation left behind', () => {
    writeFileSync(policy, install())
    expect(install()).toContain('exit 101')
    expect(existsSync(policy)).toBe(false)
  })

  it('keeps a policy of the machine', () => {
    const foreign = '#!/bin/sh\nexit 101\n'
    writeFileSync(policy, foreign)
    expect(install()).toBe(foreign)
    expect(readFileSync(policy, 'utf8')).toBe(foreign)
  })
})
