import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Finding } from '@jointly/contract'
import { afterEach } from 'vitest'
import { readConfig } from '../config.ts'
import { diagnose } from '../features/doctor/doctor.ts'
import { lookup } from './proxies/tls-proxy.ts'

/** An address at which no server listens. */
export const NOBODY_LISTENS = '127.0.0.1:1'

/**
 * Returns a function to register what must be closed after each test. The last registered one is closed first.
 */
export function closedAfterEach(): (close: () => unknown) => void {
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })
  return (close) => void closing.push(close)
}

/** Creates a temporary folder. @param onClose gets the function that removes the folder */
export function emptyFolder(onClose: (close: () => unknown) => void): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'jointly-doctor-'))
  onClose(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs the doctor with these settings and a data directory. */
export function examine(dataDir: string, settings: Record<string, string>): Promise<Finding[]> {
  return diagnose(readConfig({ DATA_DIR: dataDir, PORT: '2', ...settings }), lookup)
}

/** Returns the findings of one check. */
export const of = (check: Finding['check'], findings: readonly Finding[]) =>
  findings.filter((finding) => finding.check === check)

/** Returns the first warning or problem of one check. */
export const worst = (check: Finding['check'], findings: readonly Finding[]) =>
  of(check, findings).find(({ state }) => state === 'problem' || state === 'warning')
