import { execFileSync, spawn } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A database or similar server that runs for a test or a bench, in a separate folder. */
export type ThrowawayServer = {
  /** The process id of the server's main process, which starts its other processes. */
  readonly pid: number
  /** Ends the server and removes its folder. */
  stop(): Promise<void>
  /** Kills the server (SIGKILL), as a power cut would, and waits until it has ended. The folder stays. */
  kill(): Promise<void>
  /** Starts the server again after `kill`, at the same address. */
  start(): Promise<void>
}

/** The folder of the server, and the user that runs it (null: the current user). */
export type ThrowawayHome = { readonly folder: string; readonly user: UserIds | null }
type UserIds = { readonly uid: number; readonly gid: number }

export type ServerProgram = {
  /** The program and its arguments. */
  readonly command: readonly string[]
  /** Matches the line that the program prints when it is ready. */
  readonly ready: RegExp
  /** The signal that ends the server fast and cleanly. */
  readonly endSignal: string
  readonly home: ThrowawayHome
}

const START_LIMIT_MS = 30_000

/**
 * The shell script of a helper process, which starts the server. When this process ends in any way, the helper ends the
 * server and removes the folder.
 */
const keeper = `
trap : HUP INT TERM
end=$1 folder=$2; shift 2
"$@" </dev/null 2>&1 &
server=$!
echo "pid $server"
exec >/dev/null 2>&1
read -r kept
kill -s "$end" "$server"
wait "$server"
[ -n "$kept" ] || rm -rf -- "$folder"
`

/**
 * Creates an empty folder for a server.
 * @param rootName the user that runs the server when this process is root, because some servers refuse root;
 * `nobody` when there is no such user
 * @returns the folder and the user
 */
export async function throwawayHome(name: string, rootName: string): Promise<ThrowawayHome> {
  const folder = await mkdtemp(join(tmpdir(), `jointly-${name}-`))
  const user = process.getuid?.() === 0 ? (userIds(rootName) ?? userIds('nobody')) : null
  if (user) await chown(folder, user.uid, user.gid)
  return { folder, user }
}

/**
 * Starts a server and waits until it is ready. When this process ends, the server ends too and its folder is removed.
 * @throws Error with the output of the server if the server ends, or is not ready after thirty seconds
 */
export async function startThrowawayServer(program: ServerProgram): Promise<ThrowawayServer> {
  let life = await launch(program)
  return {
    get pid() {
      return life.pid
    },
    async stop() {
      await life.end(false)
      await rm(program.home.folder, { recursive: true, force: true })
    },
    async kill() {
      process.kill(life.pid, 'SIGKILL')
      await life.serverGone
      await life.end(true)
    },
    async start() {
      life = await launch(program)
    },
  }
}

/**
 * Starts the helper process and the server once. `end(true)` ends the two processes and keeps the folder,
 * `end(false)` also removes it.
 */
async function launch({ command, ready, endSignal, home }: ServerProgram) {
  const child = spawn('sh', ['-c', keeper, 'keeper', endSignal, home.folder, ...command], {
    ...home.user,
    cwd: home.folder,
    // In its own process group, the server gets no Ctrl-C from the terminal. The helper process ends the server
    // later.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  const keeperGone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const lines = createInterface({ input: child.stdout })
  const serverGone = new Promise<void>((resolve) => lines.once('close', resolve))
  child.stdin.on('error', () => undefined)

  const printed: string[] = []
  let pid = 0
  const serves = new Promise<boolean>((resolve) => {
    lines.on('line', (line) => {
      pid ||= Number(/^pid (\d+)$/.exec(line)?.[1] ?? 0)
      if (printed.length < 100) printed.push(line)
      if (ready.test(line)) resolve(true)
    })
    lines.once('close', () => resolve(false))
    child.once('error', () => resolve(false))
    setTimeout(() => resolve(false), START_LIMIT_MS).unref()
  })
  const end = async (kept: boolean) => {
    child.stdin.end(kept ? 'kept\n' : '')
    await keeperGone
  }
  if (!(await serves)) {
    await end(true)
    throw new Error(`${command[0]} did not start:\n${printed.join('\n')}`)
  }
  return { pid, serverGone, end }
}

function userIds(name: string): UserIds | null {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}
