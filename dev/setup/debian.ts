import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Debian packages ask this program before they start a service. The exit code 101 forbids the start. */
const servicePolicy = '/usr/sbin/policy-rc.d'
/**
 * Ctrl-C during an installation ends this process and leaves the file behind. The comment in the file shows the next
 * installation that it may remove the file.
 */
const ourPolicy = '#!/bin/sh\n# Jointly made this file while it installed packages.\nexit 101\n'

/**
 * Installs Debian packages without starting a service. This works only on Debian as root.
 * @returns whether the installation was tried
 */
export function installDebianPackages(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !isDebian()) return false
  console.log(`Installing ${names.join(', ')} (apt-get) …`)
  withoutServices(() => {
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...names)
  })
  return true
}

/**
 * Forbids the start of services during an installation.
 * @param policy the path of the policy; if the machine has one there, it stays as it is
 */
export function withoutServices(install: () => void, policy = servicePolicy): void {
  const isOurs = !existsSync(policy) || readFileSync(policy, 'utf8') === ourPolicy
  if (isOurs) writeFileSync(policy, ourPolicy, { mode: 0o755 })
  try {
    install()
  } finally {
    // Another installation at the same time may have removed it.
    if (isOurs) rmSync(policy, { force: true })
  }
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
