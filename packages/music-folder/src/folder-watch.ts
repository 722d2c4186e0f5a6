import { type Stats, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import type { Log } from '@jointly/music-library'
import { type FSWatcher, watch } from 'chokidar'
import { isHidden } from './music-files.ts'

/** The time between two checks whether the music folder itself is another one. */
const CHECK_INTERVAL_MS = 30_000

/** Returns whether a path below the music folder has a hidden part. The music folder itself may be hidden. */
const isBelowHidden = (path: string): boolean => path.split(sep).some(isHidden)

/** A running watch of the music folder. */
export type FolderWatch = {
  /** The watch of the folder that has this path now. */
  current(): FSWatcher
  close(): Promise<void>
}

/**
 * Watches the music folder. The process goes on until the returned watch is closed. Errors of the watch are only logged.
 * A folder that takes the place of the first one, such as a disk that is mounted again, is watched too, at most
 * 30 seconds later (B9).
 * @param onChange is called after each change of a file or folder that is not hidden
 */
export function watchFolder(root: string, onChange: () => void, log: Log): FolderWatch {
  const logError = createErrorLog(log)
  const start = () =>
    watch(root, {
      ignoreInitial: true,
      followSymlinks: false,
      ignored: (path) => isBelowHidden(relative(root, path)),
      // Without this, Chokidar does not handle the later errors of a watch, so they would end the process.
      persistent: true,
    })
      .on('all', onChange)
      .on('error', logError)

  let folder = statSync(root)
  let watcher = start()
  let isClosed = false
  let check: NodeJS.Timeout
  /** A watch belongs to the folder, not to its path, so another folder at the path needs another watch. */
  const runCheck = async () => {
    const found = await stat(root).catch(() => folder)
    if (isClosed) return
    if (!isSame(found, folder)) {
      void watcher.close()
      watcher = start()
      onChange()
    }
    folder = found
    checkLater()
  }
  const checkLater = () => {
    check = setTimeout(() => void runCheck(), CHECK_INTERVAL_MS)
  }
  checkLater()
  return {
    current: () => watcher,
    close: () => {
      isClosed = true
      clearTimeout(check)
      return watcher.close()
    },
  }
}

/** A new folder often gets the inode of the one that was deleted, but it has its own time of birth. */
const isSame = (one: Stats, other: Stats): boolean =>
  one.dev === other.dev && one.ino === other.ino && one.birthtimeMs === other.birthtimeMs

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
