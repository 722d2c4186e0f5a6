// Builds the web app and minifies the player script of the built-in provider when their sources are newer than the
// build.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.js'

/** The files and folders from which the app and the player script are built. */
export const sources = [
  'packages/web/src',
  'packages/web/public',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/web/manifests.ts',
  'packages/web/prepared-page.ts',
  'packages/web/package.json',
  'packages/contract/src',
  'packages/domain/src',
  'packages/music-library/src/opus-file.js',
  'packages/spotify-emulator/src/sdk',
  'dev/setup/player-script-build.ts',
  'package-lock.json',
]
const dist = join(root, 'packages/web/dist')
/** The build is written here first, because a running server sends the files in `dist`. */
const next = join(root, '.cache/web-build')
const keptBuilds = 3

/**
 * Builds the web app into packages/web/dist if a source or a folder is newer, and ends this process when the
 * build fails.
 * @returns {number} the duration in milliseconds; 0 when the build was up to date
 */
export function buildWebIfStale() {
  const paths = sources.map((source) => join(root, source))
  return buildIfStale({ paths, dist, next, build: buildWeb })
}

function buildWeb() {
  console.log('Building the web app …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  run([join(root, 'dev/setup/player-script-build.ts')], root)
  run([vite, 'build', '--logLevel', 'warn', '--outDir', next, '--emptyOutDir'], join(root, 'packages/web'))
}

/**
 * Builds an app if something at `paths` is newer than its last build.
 * @param {{ paths: string[], dist: string, next: string, build: () => void }} app `build` writes the app into the
 * folder `next`, which then replaces `dist`
 * @returns {number} the duration in milliseconds; 0 when the build was up to date
 */
export function buildIfStale({ paths, dist, next, build }) {
  const builtMs = newestMs(join(dist, 'index.html'))
  if (builtMs > 0 && paths.every((path) => newestMs(path) <= builtMs)) return 0
  const startedAt = new Date()
  const begin = performance.now()
  build()
  // The build may have read a source before someone saved it again. The next call then finds that source newer.
  utimesSync(join(next, 'index.html'), startedAt, startedAt)
  keepEarlierAssets(dist, next)
  replaceFolder(next, dist)
  return performance.now() - begin
}

/**
 * Copies the hashed files of the last builds into the folder `earlier` of the new build, because open pages may still
 * load them (O10).
 * @param {string} current the build in use @param {string} next the new build
 */
export function keepEarlierAssets(current, next) {
  for (let age = 1; age <= keptBuilds; age++) {
    const build = age === 1 ? current : join(current, 'earlier', String(age - 1))
    const kept = join(next, 'earlier', String(age), 'assets')
    mkdirSync(kept, { recursive: true })
    if (existsSync(join(build, 'assets'))) cpSync(join(build, 'assets'), kept, { recursive: true })
  }
}

/**
 * Moves a folder to the place of another one, so that readers find a complete folder practically all the time (O10).
 * Removes the other one.
 * @param {string} from @param {string} to
 */
export function replaceFolder(from, to) {
  const old = `${from}-old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(to)) renameSync(to, old)
  renameSync(from, to)
  rmSync(old, { recursive: true, force: true })
}

/**
 * Runs Node, and ends this process when Node fails.
 * @param {string[]} args @param {string} cwd
 */
function run(args, cwd) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  if (status === 0) return
  console.error(`${stdout}${stderr}\nThe web app could not be built.`)
  process.exit(1)
}

/**
 * Finds the last change.
 * @param {string} path
 * @returns {number} when the path or anything below it changed, in epoch milliseconds; 0 when it does not exist
 */
function newestMs(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestMs(join(path, name))),
    stats.mtimeMs,
  )
}
