import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { privateFolder } from './compile-cache.ts'

describe.skipIf(process.platform === 'win32')('the folder of compiled code', () => {
  const parent = mkdtempSync(join(tmpdir(), 'jointly-compile-'))
  afterAll(() => rmSync(parent, { recursive: true }))

  it('B8 is created for this user alone, and used again', () => {
    const folder = join(parent, 'own')
    expect(privateFolder(folder)).toBe(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(privateFolder(folder)).toBe(folder)
  })

  it('B8 is not used when others may write to it, or through a link', () => {
    const open = join(parent, 'open')
    privateFolder(open)
    chmodSync(open, 0o777)
    expect(privateFolder(open)).toBeNull()
    const link = join(parent, 'link')
    symlinkSync(join(parent, 'own'), link)
    expect(privateFolder(link)).toBeNull()
    expect(privateFolder(join(parent, 'no', 'parent'))).toBeNull()
  })
})
