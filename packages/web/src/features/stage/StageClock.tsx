import { useEffect, useState } from 'react'
import i18next from 'i18next'

/** The time of day by the server's clock, because the clock of a television is often wrong. */
export function StageClock({
  serverNow,
  className,
}: {
  serverNow: () => number | null
  className: string | undefined
}) {
  const [text, setText] = useState('')
  useEffect(() => {
    const update = () => {
      const format = new Intl.DateTimeFormat(i18next.language, { hour: 'numeric', minute: '2-digit' })
      setText(format.format(serverNow() ?? Date.now()))
    }
    update()
    const timer = setInterval(update, 1_000)
    return () => clearInterval(timer)
  }, [serverNow])
  return <time className={className}>{text}</time>
}
