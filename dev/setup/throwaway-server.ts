import { execFileSync, spawn } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A server program of another project that runs for a test or a bench, in a folder of its own. */
export type ThrowawayServer = {
  /** Of the process from which all its others come. */
  readonly pid: number
  /** Ends it and removes its folder. */
  stop(): Promise<void>
  /** Ends it as a power cut would (SIGKILL) and waits until it is gone; its folder stays. */
  kill(): Promise<void>
  /** Starts it again after `kill`, at the same address. */
  start(): Promise<void>
}

/** Where such a server keeps its files, and whom it runs as (null: as we do). */
export type ThrowawayHome = { readonly folder: string; readonly user: UserIds | null }
type UserIds = { readonly uid: number; readonly gid: number }

export type ServerProgram = {
  /** The program and its arguments. */
  readonly command: readonly string[]
  /** What it prints once it serves. */
  readonly ready: RegExp
  /** The signal by which it ends at once and in order. */
  readonly endSignal: string
  readonly home: ThrowawayHome
}

const START_LIMIT_MS = 30_000

/**
 * Stands between us and the server: it ends the server when our end of its input closes, which the system does however
 * we die, and then removes the folder (unless a line came first). The server's own end closes the output.
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
 * @param rootName who runs it where we are root, which some servers refuse; `nobody` where there is no such user
 * @returns an empty folder of its own
 */
export async function throwawayHome(name: string, rootName: string): Promise<ThrowawayHome> {
  const folder = await mkdtemp(join(tmpdir(), `jointly-${name}-`))
  const user = process.getuid?.() === 0 ? (userIds(rootName) ?? userIds('nobody')) : null
  if (user) await chown(folder, user.uid, user.gid)
  return { folder, user }
}

/**
 * Starts a server and waits until it serves. It never outlives this process, and its folder goes with it.
 *
 * @throws Error with what the server printed, when it ends or stays silent for thirty seconds
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

/** Runs the program once. `end` ends it, and then its keeper, who removes the folder unless it is kept. */
async function launch({ command, ready, endSignal, home }: ServerProgram) {
  const child = spawn('sh', ['-c', keeper, 'keeper', endSignal, home.folder, ...command], {
    ...home.user,
    cwd: home.folder,
    // The terminal's Ctrl-C is for us; the server ends after us.
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
