import { useEffect, useState } from 'react'

/** A function that returns the server's time in epoch milliseconds. Null until the time is known. */
export type ServerNow = () => number | null

/**
 * Returns the server's time in epoch milliseconds. The component renders again every `everyMs`, but not while the
 * page is hidden.
 */
export function useServerNow(serverNow: ServerNow, everyMs: number): number | null {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    const update = () => setNow(serverNow())
    const start = () => {
      timer = setInterval(update, everyMs)
    }
    const restart = () => {
      clearInterval(timer)
      if (document.hidden) return
      update()
      start()
    }
    // The first rendering has just read the time. An update now would render the vote list a second time.
    setNow((shown) => shown ?? serverNow())
    if (!document.hidden) start()
    document.addEventListener('visibilitychange', restart)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', restart)
    }
  }, [serverNow, everyMs])
  return now
}

/** Formats a duration: `3:07`, or `1:02:03` if it is at least an hour. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60]
  const hours = Math.floor(seconds / 3600)
  const [minutes = 0, rest = 0] = parts
  const tail = `${hours > 0 ? String(minutes).padStart(2, '0') : minutes}:${String(rest).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${tail}` : tail
}
