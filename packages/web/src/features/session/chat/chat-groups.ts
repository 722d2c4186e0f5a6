import type { ChatLine } from '@jointly/contract'

/** Lines of one person that follow each other within this time are one group. */
const GROUP_MS = 5 * 60_000

/** Lines of one person that are shown together, below one name and time. */
export type ChatGroup = {
  readonly lines: readonly [ChatLine, ...ChatLine[]]
  /** Whether a new day begins with this group. */
  readonly beginsDay: boolean
}

/**
 * Groups lines for the screen.
 * @param isSameDay whether two times are on the same day, for the person who reads
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
