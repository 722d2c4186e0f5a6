import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Debian packages ask this program before they start a service. The exit code 101 forbids the start. */
const servicePolicy = '/usr/sbin/policy-rc.d'

/**
 * Installs Debian packages without starting a service. This works only on Debian as root.
 * @returns whether the installation was tried
 */
export function installDebianPackages(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !isDebian()) return false
  console.log(`Installing ${names.join(', ')} (apt-get) …`)
  const isOurPolicy = !existsSync(servicePolicy)
  if (isOurPolicy) writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...names)
  } finally {
    if (isOurPolicy) rmSync(servicePolicy)
  }
  return true
}

function apt(...args: string[]): void {
  spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

function isDebian(): boolean {
  const path = '/etc/os-release'
  return existsSync(path) && /^ID=debian$/m.test(readFileSync(path, 'utf8'))
}
