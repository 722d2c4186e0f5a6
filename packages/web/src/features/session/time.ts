import { useEffect, useState } from 'react'

/** Returns the server's time in epoch milliseconds. Null until the time is known. */
export type ServerNow = () => number | null

/** Returns the server's time. The component renders again every `everyMs`. */
export function useServerNow(serverNow: ServerNow, everyMs: number): number | null {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const update = () => setNow(serverNow())
    update()
    const timer = setInterval(update, everyMs)
    return () => clearInterval(timer)
  }, [serverNow, everyMs])
  return now
}

/** Formats a length as text: `3:07`, or `1:02:03` from an hour on. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60]
  const hours = Math.floor(seconds / 3600)
  const [minutes = 0, rest = 0] = parts
  const tail = `${hours > 0 ? String(minutes).padStart(2, '0') : minutes}:${String(rest).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${tail}` : tail
}
