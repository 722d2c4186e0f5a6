// `npm run lock` completes package-lock.json, so that one lock file serves every platform. Run it after every `npm
// install`. It adds optional packages for other platforms, which a registry mirror may lack, and the hash
// (`integrity`) of every package.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64']
const exactVersion = /^\d+\.\d+\.\d+/

/**
 * An entry of a lock file, with the fields that this script uses.
 * @typedef {{ version?: string, name?: string, link?: boolean, integrity?: string, dev?: boolean, optional?: boolean,
 * optionalDependencies?: Record<string, string> }} Locked
 * @typedef {Record<string, Locked & Partial<Platform>>} Packages
 * @typedef {{ os: string[], cpu: string[], libc?: string[] }} Platform
 */

/**
 * Reads the platform of a package from its name (`@scope/cli-linux-arm64-musl`).
 * @param {string} name
 * @returns {Platform | null} null when the name contains no platform
 */
export function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (!os || !cpu) return null
  const musl = words.some((word) => word.startsWith('musl'))
  const glibc = os === 'linux' && words.some((word) => word.startsWith('gnu'))
  return { os: [os], cpu: [cpu], ...(musl ? { libc: ['musl'] } : glibc ? { libc: ['glibc'] } : {}) }
}

/**
 * Adds the missing platform packages to a lock file's `packages`.
 * @param {Packages} packages `packages` of a package-lock.json, version 3
 * @returns {{ packages: Packages, added: string[] }} a complete copy, in the order that npm uses
 */
export function complete(packages) {
  const completed = { ...packages }
  /** @type {string[]} */
  const added = []
  for (const [parentPath, parent] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const platform = platformOf(name)
      if (!platform || !exactVersion.test(version) || isHeld(completed, parentPath, name, version)) continue
      const top = `node_modules/${name}`
      const path = completed[top] ? `${parentPath}/node_modules/${name}` : top
      const dev = parent.dev ? { dev: true } : {}
      completed[path] = { version, ...platform, ...dev, optional: true }
      added.push(path)
    }
  }
  const sorted = Object.entries(completed).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { packages: Object.fromEntries(sorted), added }
}

/**
 * Returns whether the lock file contains this version of a package that the package at `parentPath` depends on.
 * @param {Packages} packages
 * @param {string} parentPath
 * @param {string} name
 * @param {string} version
 */
function isHeld(packages, parentPath, name, version) {
  const nested = packages[`${parentPath}/node_modules/${name}`]
  return (nested ?? packages[`node_modules/${name}`])?.version === version
}

/** The number of parallel requests. */
const AT_ONCE = 4

/**
 * Lists the paths of registry packages without a hash.
 * @param {Packages} packages
 */
export function withoutIntegrity(packages) {
  return Object.entries(packages)
    .filter(([path, locked]) => path.includes('node_modules/') && !locked.link && !locked.integrity)
    .map(([path]) => path)
}

/**
 * Adds the missing hashes to the `packages` of a lock file.
 * @param {Packages} packages
 * @param {(nameAtVersion: string) => Promise<string>} ask returns the hash of a package; empty when there is none
 * @returns {Promise<{ packages: Packages, filled: string[] }>} a completed copy in the same order
 */
export async function fillIntegrity(packages, ask) {
  const completed = { ...packages }
  /** @type {string[]} */
  const filled = []
  const waiting = withoutIntegrity(packages)
  async function fillNext() {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const { version, ...rest } = completed[path] ?? {}
      const integrity = await ask(`${rest.name ?? path.split('node_modules/').at(-1)}@${version}`)
      if (!version || !integrity) continue
      completed[path] = { version, integrity, ...rest }
      filled.push(path)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fillNext))
  return { packages: completed, filled }
}

/**
 * Asks the npm registry for the hash of a package. The result is empty if the registry does not answer.
 * @param {string} nameAtVersion
 */
async function askRegistry(nameAtVersion) {
  const shell = process.platform === 'win32'
  const asked = promisify(execFile)('npm', ['view', nameAtVersion, 'dist.integrity'], { shell })
  const { stdout } = await asked.catch(() => ({ stdout: '' }))
  return stdout.trim()
}

const path = new URL('../../package-lock.json', import.meta.url)

/** Reads the lock file of this project. */
export const readLock = () => /** @type {{ packages: Packages }} */ (JSON.parse(readFileSync(path, 'utf8')))

if (process.argv[1] === import.meta.filename) {
  const lock = readLock()
  const { packages: complemented, added } = complete(lock.packages)
  const { packages, filled } = await fillIntegrity(complemented, askRegistry)
  if (added.length + filled.length > 0)
    writeFileSync(path, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
  console.log(
    `package-lock.json: ${added.length} packages of other platforms and ${filled.length} hashes added`,
  )
  const missing = withoutIntegrity(packages)
  if (missing.length > 0) {
    console.error(`The registry has no hash of these; take a version that it has:\n${missing.join('\n')}`)
    process.exitCode = 1
  }
}
