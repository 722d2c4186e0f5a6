import { type History, MAX_PLAYLIST_NAME } from '@jointly/contract'
import { hasRightToLeft, localeTag } from '../i18n/i18n.ts'

type Period = Pick<History, 'from' | 'to'>

/** Returns the days on which something played, in the language and time zone of the person: `22–23 November 2026`. */
export const periodText = ({ from, to }: Period): string =>
  new Intl.DateTimeFormat(localeTag(), { day: 'numeric', month: 'long', year: 'numeric' }).formatRange(
    from,
    to,
  )

/**
 * Returns a name for a playlist or a file: `Summer party · 22 November 2026`. If it would be too long, the title is
 * shortened.
 */
export function historyName({ title, ...period }: Period & Pick<History, 'title'>): string {
  // The marks keep the days apart from the title. Isolates would do it too, but a name must not contain them.
  const end = hasRightToLeft(title) ? `\u200F · \u200E${periodText(period)}` : ` · ${periodText(period)}`
  return (
    [...title]
      .slice(0, MAX_PLAYLIST_NAME - end.length)
      .join('')
      .trim() + end
  )
}
