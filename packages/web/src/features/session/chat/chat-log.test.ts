import type { ChatLine, ChatPage } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { groupLines } from './chat-groups.ts'
import { splitLinks } from './chat-links.ts'
import {
  type ChatLog,
  countUnread,
  emptyLog,
  hasGap,
  withDeleted,
  withLines,
  withNewestPage,
  withOlderPage,
  withoutPerson,
} from './chat-log.ts'

const ann = { id: 'ann', username: 'ann' }
const ben = { id: 'ben', username: 'ben' }
const line = (id: number, user = ann): ChatLine => ({ id, user, text: `line ${id}`, at: id * 1_000 })
const page = (ids: number[], parts: Partial<ChatPage> = {}): ChatPage => ({
  lines: ids.map((id) => line(id)),
  last: ids.at(-1) ?? 0,
  more: false,
  muted: false,
  ...parts,
})
const idsOf = ({ lines }: ChatLog) => lines.map(({ id }) => id)

describe('the log of a chat', () => {
  it('C6 has each line once and in order, however lines arrive', () => {
    let log = withNewestPage(emptyLog, page([1, 2]))
    log = withLines(log, [line(4)])
    expect([idsOf(log), log.last, hasGap(log)]).toEqual([[1, 2, 4], 2, true])
    log = withLines(log, [line(4), line(3)])
    expect([idsOf(log), log.last, hasGap(log)]).toEqual([[1, 2, 3, 4], 4, false])
    expect(withLines(log, [line(2), line(4)])).toBe(log)
  })

  it('C6 the newest page replaces older lines, and keeps those that arrived meanwhile', () => {
    const before = withLines(withNewestPage(emptyLog, page([1, 2, 3])), [line(4), line(5)])
    // Line 2 was deleted. The server created the page before line 5.
    const log = withNewestPage(before, page([1, 3, 4]))
    expect([idsOf(log), log.last, hasGap(log)]).toEqual([[1, 3, 4, 5], 5, false])
    const afterGap = withNewestPage(log, page([60, 61], { more: true }))
    expect([idsOf(afterGap), afterGap.last, afterGap.more]).toEqual([[60, 61], 61, true])
  })

  it('C6 a page whose newest line was deleted closes the gap', () => {
    const log = withLines(emptyLog, [line(9)])
    const fetched = withNewestPage(log, page([6], { last: 8 }))
    expect([idsOf(fetched), fetched.last, hasGap(fetched)]).toEqual([[6, 9], 9, false])
  })

  it('C6 C8 a deleted line leaves no gap, also if it never arrived', () => {
    const log = withDeleted(withNewestPage(emptyLog, page([1, 2])), [2, 3])
    expect([idsOf(log), log.last]).toEqual([[1], 3])
    expect(hasGap(withLines(log, [line(4)]))).toBe(false)
  })

  it('C6 C8 a deleted line that arrives late stays deleted, also the newest one', () => {
    const log = withDeleted(withNewestPage(emptyLog, page([1, 2])), [2])
    expect([idsOf(log), log.last, hasGap(log)]).toEqual([[1], 2, false])
    expect(withLines(log, [line(2)])).toBe(log)
    const shorter = withDeleted(withNewestPage(emptyLog, page([1, 2, 3])), [2])
    expect(withLines(shorter, [line(2)])).toBe(shorter)
  })

  it('C6 a page may be empty, or have a line that is newer than its last number', () => {
    expect(withNewestPage(emptyLog, page([]))).toEqual(emptyLog)
    expect(withNewestPage(emptyLog, page([5, 6, 7], { last: 4 })).last).toBe(7)
    expect(idsOf(withOlderPage(emptyLog, page([1, 2])))).toEqual([1, 2])
    expect(withLines(withNewestPage(emptyLog, page([1])), [line(2)]).more).toBe(false)
  })

  it('C6 older pages come before, and a long log drops its oldest lines', () => {
    const log = withOlderPage(
      withNewestPage(emptyLog, page([51, 52], { more: true })),
      page([49, 50, 51], { more: true }),
    )
    expect([idsOf(log), log.more]).toEqual([[49, 50, 51, 52], true])
    const long = withLines(
      withNewestPage(emptyLog, page([1])),
      Array.from({ length: 600 }, (_, index) => line(index + 2)),
    )
    expect([long.lines.length, long.lines[0]?.id, long.more, long.last]).toEqual([500, 102, true, 601])
  })

  it('C9 C11 lines of a banned person disappear, and only lines of others are unread', () => {
    const log = withLines(emptyLog, [line(1, ben), line(2), line(3, ben), line(4, ben)])
    expect([countUnread(log, 1, 'ann'), countUnread(log, 0, 'ben')]).toEqual([2, 1])
    expect(idsOf(withoutPerson(log, 'ben'))).toEqual([2])
  })
})

describe('the groups of a chat', () => {
  it('C11 lines of one person within five minutes are together, and a new day starts a new group', () => {
    const at = (id: number, minute: number, user = ann) => ({ ...line(id, user), at: minute * 60_000 })
    const lines = [at(1, 0), at(2, 4), at(3, 10), at(4, 11, ben), at(5, 1_500, ben)]
    const sameDay = (one: number, other: number) => Math.floor(one / 8.64e7) === Math.floor(other / 8.64e7)
    expect(
      groupLines(lines, sameDay).map((group) => [group.lines.map(({ id }) => id), group.beginsDay]),
    ).toEqual([
      [[1, 2], true],
      [[3], false],
      [[4], false],
      [[5], true],
    ])
  })
})

describe('links in a line', () => {
  it.each([
    ['no link', [{ text: 'no link' }]],
    [
      'see https://example.org/a?b=c, please',
      [
        { text: 'see ' },
        { text: 'https://example.org/a?b=c', href: 'https://example.org/a?b=c' },
        { text: ', please' },
      ],
    ],
    [
      'javascript:alert(1) data:text/html,x ftp://a',
      [{ text: 'javascript:alert(1) data:text/html,x ftp://a' }],
    ],
    ['http://', [{ text: 'http://' }]],
    [
      '<a href="https://x.org">',
      [{ text: '<a href="' }, { text: 'https://x.org', href: 'https://x.org/' }, { text: '">' }],
    ],
  ])('C11 %j', (text, parts) => {
    expect(splitLinks(text)).toEqual(parts)
  })
})
