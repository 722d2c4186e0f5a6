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

/** A PostgreSQL cluster of our own on loopback, empty at first; `url` is of a database in which everything may be done. */
export type Postgres = ThrowawayServer & { readonly url: string }

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const USER = 'jointly'

/**
 * Starts a throw-away PostgreSQL; installs the program where that is possible (root on Debian). It ends with this
 * process at the latest.
 *
 * @param isDurable false: nothing waits for the disk (tests); true: as an operator runs it (benches)
 * @returns null where the program cannot be had
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
    // "Immediate": it leaves its clients and its files as they are, and is never used again.
    endSignal: 'QUIT',
    home,
  })
  return Object.assign(server, { url: `postgres://${USER}@127.0.0.1:${port}/postgres` })
}

/** @returns the folder of the programs `postgres` and `initdb`, of the newest version there is; null without one */
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

/** Installs PostgreSQL without the cluster that Debian would make and start with it. */
function installPostgres(): string | null {
  if (process.getuid?.() !== 0) return null
  const folder = '/etc/postgresql-common/createcluster.d'
  const isNew = !existsSync(folder)
  mkdirSync(folder, { recursive: true })
  if (isNew) writeFileSync(join(folder, 'no-main-cluster.conf'), 'create_main_cluster = false\n')
  return installDebianPackages('postgresql') ? findPostgres() : null
}

function initialise(bin: string, { folder, user }: ThrowawayHome): void {
  // Only loopback is listened to, and whoever may run programs on it may read this database of tests anyway.
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
