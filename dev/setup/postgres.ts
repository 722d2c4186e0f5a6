import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort } from '../world/free-port.ts'
import { installDebianPackages } from './debian.ts'
import {
  startThrowawayServer,
  throwawayHome,
  type ThrowawayHome,
  type ThrowawayServer,
} from './throwaway-server.ts'

/**
 * A PostgreSQL on this machine that only this process uses. It is empty at first. `url` is the address of a database,
 * with a user who may do everything.
 */
export type Postgres = ThrowawayServer & { readonly url: string }

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const USER = 'jointly'

/**
 * Starts a temporary PostgreSQL, which ends with this process. On Debian as root, the program is installed if
 * it is missing.
 * @param isDurable false: writes do not wait for the disk (tests); true: as in production (benches)
 * @returns null where the program cannot be installed
 */
export async function startPostgres({ isDurable }: { isDurable: boolean }): Promise<Postgres | null> {
  const bin = findPostgres() ?? installPostgres()
  if (bin === null) return null
  const home = await throwawayHome('postgres', 'postgres')
  initialise(bin, home)
  const port = await freePort()
  const server = await startThrowawayServer({
    command: [join(bin, 'postgres'), '-D', home.folder, ...settings(port, isDurable)],
    ready: /ready to accept connections/,
    // SIGQUIT ends PostgreSQL at once, and it saves nothing. The data are not used again.
    endSignal: 'QUIT',
    home,
  })
  return Object.assign(server, { url: `postgres://${USER}@127.0.0.1:${port}/postgres` })
}

/**
 * Finds the programs of PostgreSQL.
 * @returns the folder of the newest `postgres` and `initdb`; null when there is none
 */
function findPostgres(): string | null {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : []
  const ofDebian = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_FOLDER, version, 'bin'))
  const folders = [...ofDebian, ...(process.env.PATH ?? '').split(delimiter)]
  return (
    folders.find((folder) => ['postgres', 'initdb'].every((name) => existsSync(join(folder, name)))) ?? null
  )
}

/** Installs PostgreSQL on Debian as root, without a database. @returns the folder of its programs, or null */
function installPostgres(): string | null {
  if (process.getuid?.() !== 0) return null
  const folder = '/etc/postgresql-common/createcluster.d'
  const isNew = !existsSync(folder)
  mkdirSync(folder, { recursive: true })
  if (isNew) writeFileSync(join(folder, 'no-main-cluster.conf'), 'create_main_cluster = false\n')
  return installDebianPackages('postgresql') ? findPostgres() : null
}

function initialise(bin: string, { folder, user }: ThrowawayHome): void {
  // No password is needed, because only this machine can reach the server, and the data of tests is not secret.
  const args = [
    '-D',
    folder,
    '-U',
    USER,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ]
  const { status, stderr } = spawnSync(join(bin, 'initdb'), args, {
    ...user,
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  if (status !== 0) throw new Error(`initdb failed:\n${stderr}`)
}

function settings(port: number, isDurable: boolean): string[] {
  const always = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=300',
    'shared_buffers=128MB',
  ]
  const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']
  return [...always, ...(isDurable ? [] : fast)].flatMap((setting) => ['-c', setting])
}
