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
 * Returns a function that registers a `close` function. After each test, all registered functions are called, the last
 * one first.
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

/** Runs all checks of the doctor with the given data directory and settings. The findings are in English. */
export function examine(dataDir: string, settings: Record<string, string>): Promise<Finding[]> {
  return diagnose(readConfig({ DATA_DIR: dataDir, PORT: '2', ...settings }), 'en', lookup)
}

/** Returns those of the findings that belong to one check. */
export const of = (check: Finding['check'], findings: readonly Finding[]) =>
  findings.filter((finding) => finding.check === check)

/** Returns the first finding of one check that is a warning or a problem. Undefined if there is none. */
export const worst = (check: Finding['check'], findings: readonly Finding[]) =>
  of(check, findings).find(({ state }) => state === 'problem' || state === 'warning')
