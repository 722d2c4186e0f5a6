import type { ChatLine } from '@jointly/contract'

/**
 * Two consecutive chat lines of one person are in one group if less than this number of milliseconds is between them.
 * They must also be on the same day.
 */
const GROUP_MS = 5 * 60_000

/** Chat lines of one person that are shown together, below the name and the time of the first line. */
export type ChatGroup = {
  readonly lines: readonly [ChatLine, ...ChatLine[]]
  /** Whether this group is the first group of its day. */
  readonly beginsDay: boolean
}

/**
 * Groups chat lines for the screen.
 * @param isSameDay returns whether two times are on the same day in the reader's time zone
 */
export function groupLines(
  lines: readonly ChatLine[],
  isSameDay: (one: number, other: number) => boolean,
): ChatGroup[] {
  const groups: ChatGroup[] = []
  for (const line of lines) {
    const group = groups.at(-1)
    const before = group?.lines.at(-1)
    const continuesDay = before !== undefined && isSameDay(before.at, line.at)
    if (group && before && continuesDay && before.user.id === line.user.id && line.at - before.at < GROUP_MS)
      groups[groups.length - 1] = { ...group, lines: [...group.lines, line] }
    else groups.push({ lines: [line], beginsDay: !continuesDay })
  }
  return groups
}
