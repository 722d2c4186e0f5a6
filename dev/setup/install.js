// Installs what is missing. This file is plain JavaScript without dependencies, because it runs under any Node
// from 20 on before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const binFolder = join(root, 'node_modules', '.bin')
const windows = process.platform === 'win32'

/** The pinned Node, installed as the npm package `node`. */
const pinnedNode = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')

/**
 * Installs all packages of the lock file if one of them is missing or has a version that the lock file does not name.
 * @returns {number} the duration in milliseconds; 0 when nothing was missing
 */
export function installMissing() {
  if (existsSync(pinnedNode) && missingPackages().length === 0) return 0
  const begin = performance.now()
  console.log('Installing packages (npm ci) …')
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(binFolder))
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
    env: { ...process.env, PATH: path.join(delimiter) },
  })
  if (status !== 0) {
    console.error('npm ci failed; see its message above.')
    process.exit(status ?? 1)
  }
  if (!existsSync(pinnedNode)) {
    console.error(
      'npm did not run the install script of the package "node": set ignore-scripts=false and start again.',
    )
    process.exit(1)
  }
  return performance.now() - begin
}

/**
 * Finds missing packages.
 * @returns {string[]} the paths of the packages in the lock file that are missing or have another version
 */
function missingPackages() {
  const hiddenLock = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(hiddenLock)) return ['node_modules']
  const installed = packagesOf(hiddenLock)
  return Object.entries(packagesOf(join(root, 'package-lock.json')))
    .filter(([path, locked]) => path.startsWith('node_modules/') && !locked.link && !locked.optional)
    .filter(([path, locked]) => installed[path]?.version !== locked.version)
    .map(([path]) => path)
}

/** @typedef {{ packages: Record<string, { version?: string, link?: boolean, optional?: boolean }> }} Lock */

/** @param {string} lockFile */
function packagesOf(lockFile) {
  return /** @type {Lock} */ (JSON.parse(readFileSync(lockFile, 'utf8'))).packages
}

/**
 * Installs what is missing, and makes sure that a script runs under the pinned Node. Under another Node, the script
 * starts again under the pinned Node, and this process ends with the same exit code.
 * @param {string} scriptUrl `import.meta.url` of the script
 * @returns {Promise<void>} returns only under the pinned Node
 */
export async function underPinnedNode(scriptUrl) {
  const installMs = installMissing()
  if (installMs > 0) console.log(`Installed in ${(installMs / 1000).toFixed(1)} s.`)
  const path = process.env.PATH ?? ''
  if (!path.startsWith(binFolder)) process.env.PATH = `${binFolder}${delimiter}${path}`
  if (process.versions.node === packagesOf(join(root, 'package-lock.json'))['node_modules/node']?.version)
    return
  await runToTheEnd(pinnedNode, [fileURLToPath(scriptUrl), ...process.argv.slice(2)])
}

/**
 * Runs a program, forwards signals to it, and ends this process with the exit code of the program.
 * @param {string} program
 * @param {string[]} args
 */
function runToTheEnd(program, args) {
  const child = spawn(program, args, { stdio: 'inherit' })
  // This process ignores Ctrl-C, because a terminal also sends it to the child process.
  /** @type {NodeJS.Signals[]} */
  const forwarded = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGTERM', 'SIGHUP', 'SIGINT']
  if (process.stdin.isTTY) process.on('SIGINT', () => {})
  for (const signal of forwarded) process.on(signal, () => child.kill(signal))
  return new Promise(() => child.on('exit', (code) => process.exit(code ?? 1)))
}
