import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * The threads for which Firefox requests real-time priority. Linux shortens the names. Chromium gives its own sound
 * thread this priority without a system service, and WebKitGTK needs none here.
 */
const SOUND_THREADS = ['GraphRunner', 'AudioIP~allback']
const PRIORITY = ['chrt', '--rr', '--pid', '8'] as const
/** A browser starts a new sound thread for each audio graph. */
const LOOK_AGAIN_MS = 500

/**
 * Gives the sound threads of some processes, also later ones, real-time priority. On a desktop, the system service
 * RealtimeKit does this when Firefox requests it. Without the rights for it, nothing changes.
 * @param processes the ids of the processes
 * @returns a function that ends the search for new threads
 */
export function prioritizeSound(processes: readonly number[]): () => void {
  const done = new Set<string>()
  const look = () => {
    for (const process of processes)
      for (const thread of soundThreadsOf(process)) {
        if (done.has(thread)) continue
        done.add(thread)
        const [program, ...args] = PRIORITY
        spawnSync(program, [...args, thread])
      }
  }
  const timer = setInterval(look, LOOK_AGAIN_MS)
  look()
  return () => clearInterval(timer)
}

/** Returns the ids of the sound threads of a process. */
function soundThreadsOf(process: number): string[] {
  const folder = `/proc/${process}/task`
  try {
    return readdirSync(folder).filter((thread) =>
      SOUND_THREADS.includes(readFileSync(`${folder}/${thread}/comm`, 'utf8').trim()),
    )
  } catch {
    // The process or one of its threads has ended meanwhile.
    return []
  }
}
