import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSecrets } from './secrets.ts'

describe('secrets', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'jointly-secrets-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))

  it('L2 can be decrypted for their own row, also after a restart', () => {
    const stored = openSecrets(null, dataDir).encrypt('BQD-token', 'account-1')
    expect(stored).not.toContain('token')
    expect(openSecrets(null, dataDir).decrypt(stored, 'account-1')).toBe('BQD-token')
  })

  it('L2 cannot be read in another row, with another key, or when changed', () => {
    const secrets = openSecrets(null, dataDir)
    const stored = secrets.encrypt('BQD-token', 'account-1')
    expect(() => secrets.decrypt(stored, 'account-2')).toThrow('unable to authenticate')
    expect(() =>
      openSecrets('another key of at least 32 characters', dataDir).decrypt(stored, 'account-1'),
    ).toThrow('unable to authenticate')
    const changed = `${stored.startsWith('A') ? 'B' : 'A'}${stored.slice(1)}`
    expect(() => secrets.decrypt(changed, 'account-1')).toThrow('unable to authenticate')
  })

  it('L2 are encrypted differently each time', () => {
    const secrets = openSecrets(null, dataDir)
    expect(secrets.encrypt('same', 'row')).not.toBe(secrets.encrypt('same', 'row'))
  })

  it.each(['', 'short'])('L2 a damaged key file is refused: "%s"', (content) => {
    writeFileSync(path.join(dataDir, 'secret.key'), content)
    expect(() => openSecrets(null, dataDir)).toThrow('secret.key is empty or damaged')
  })

  it('L2 the key is created on the first start, and only its owner can read it', () => {
    openSecrets(null, dataDir)
    const file = path.join(dataDir, 'secret.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const key = readFileSync(file, 'utf8')
    openSecrets(null, dataDir)
    expect(readFileSync(file, 'utf8')).toBe(key)
  })
})
