import { useEffect, useState } from 'react'
import { clockText } from '../../shared/i18n/moment-text.ts'

type StageClockProps = { serverNow: () => number | null; className: string | undefined }

/** Shows the time of day. It uses the server's clock, because the clock of a television is often wrong. */
export function StageClock({ serverNow, className }: StageClockProps) {
  const [text, setText] = useState('')
  useEffect(() => {
    const update = () => setText(clockText(serverNow() ?? Date.now()))
    update()
    const timer = setInterval(update, 1_000)
    return () => clearInterval(timer)
  }, [serverNow])
  return <time className={className}>{text}</time>
}
