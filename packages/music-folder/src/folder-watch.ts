import { relative, sep } from 'node:path'
import type { Log } from '@jointly/music-library'
import { type FSWatcher, watch } from 'chokidar'

/** Returns whether a path below the music folder has a hidden part. The music folder itself may be hidden. */
const isHidden = (path: string): boolean => path.split(sep).some((name) => name.startsWith('.'))

/**
 * Watches the music folder. The process goes on until the returned watch is closed. Errors of the watch are only logged.
 * @param onChange is called after each change of a file or folder that is not hidden
 */
export function watchFolder(root: string, onChange: () => void, log: Log): FSWatcher {
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => isHidden(relative(root, path)),
    // Without this, Chokidar does not handle the later errors of a watch, so they would end the process.
    persistent: true,
  })
  watcher.on('all', onChange)
  watcher.on('error', createErrorLog(log))
  return watcher
}

/** Logs an error of each code once, because a system without further watches causes an error for each file. */
function createErrorLog(log: Log): (error: unknown) => void {
  const logged = new Set<unknown>()
  return (error) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (logged.has(code)) return
    logged.add(code)
    const advice = code === 'ENOSPC' ? '. Raise fs.inotify.max_user_watches and start again' : ''
    log('warn', `the music folder is not watched completely${advice}`, { error: String(error) })
  }
}
