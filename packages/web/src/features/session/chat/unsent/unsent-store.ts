import { NewChatLine } from '@jointly/contract'
import * as z from 'zod/mini'
import { readStored, writeStored } from '../../../../shared/browser/storage.ts'
import { UNSENT_KEY } from '../../../../shared/store/unsent-text.ts'

const MAX_SESSIONS = 5
const MAX_LINES = 50
const MAX_DRAFT_LENGTH = 10_000
/** The server recognises a repeated line for 24 hours. Before that time, an older line goes back to the field. */
const RESEND_WITHIN_MS = 20 * 3_600_000

/** A chat line that was not sent. `at` is the time at which it was written, in milliseconds. */
const StoredLine = z.extend(NewChatLine, { at: z.number() })

const Entry = z.object({
  userId: z.string(),
  ssid: z.string(),
  draft: z.string().check(z.maxLength(MAX_DRAFT_LENGTH)),
  lines: z.array(StoredLine).check(z.maxLength(MAX_LINES)),
})
type Entry = z.infer<typeof Entry>
const Entries = z.array(Entry).check(z.maxLength(MAX_SESSIONS))

/** What a person wrote and did not send: the text in the field, and the lines that wait for the connection. */
export type UnsentText = Pick<Entry, 'draft' | 'lines'>

const nothing: UnsentText = { draft: '', lines: [] }

export type UnsentStore = {
  read(): UnsentText
  update(change: (stored: UnsentText) => UnsentText): void
}

/**
 * Stores in this tab what a person wrote in a session and did not send (C12). Anything that cannot be read counts as
 * nothing.
 * @param isLoggedIn whether the person is still logged in; after a logout nothing is stored
 */
export function createUnsentStore(
  { userId, ssid }: { userId: string; ssid: string },
  now: () => number,
  isLoggedIn: () => boolean,
): UnsentStore {
  const isOwn = (entry: Entry) => entry.userId === userId && entry.ssid === ssid

  const stored = (): UnsentText => storedEntries().find(isOwn) ?? nothing

  function write({ draft, lines }: UnsentText): void {
    const text = { draft: draft.slice(0, MAX_DRAFT_LENGTH), lines: lines.slice(0, MAX_LINES) }
    const others = storedEntries().filter((entry) => !isOwn(entry))
    const isEmpty = draft === '' && lines.length === 0
    const entries = isEmpty ? others : [...others, { userId, ssid, ...text }]
    const written = entries.length === 0 ? null : JSON.stringify(entries.slice(-MAX_SESSIONS))
    writeStored(UNSENT_KEY, written, 'tab')
  }

  return {
    read() {
      const { draft, lines } = stored()
      const text = withOldInField(lines, draft, now())
      if (text.lines.length < lines.length) write(text)
      return text
    },
    update(change) {
      if (isLoggedIn()) write(change(stored()))
    },
  }
}

/** Moves the lines that are too old to be sent again to the text of the field. */
export function withOldInField<Line extends { readonly text: string; readonly at: number }>(
  lines: readonly Line[],
  draft: string,
  nowMs: number,
): { draft: string; lines: Line[] } {
  const isOld = ({ at }: Line) => nowMs - at >= RESEND_WITHIN_MS
  return { draft: joinedText(lines.filter(isOld), draft), lines: lines.filter((line) => !isOld(line)) }
}

/** Joins lines and the text of the field, one below the other. */
export const joinedText = (lines: readonly { readonly text: string }[], draft: string): string =>
  [...lines.map(({ text }) => text), draft].filter((text) => text !== '').join('\n')

/** The part of the chat's state that this person wrote. */
type WrittenText = { readonly draft: string; readonly unsent: readonly UnsentText['lines'][number][] }

/**
 * Stores what changed in the chat. Only the changed parts are written, because the chat of an earlier visit may still
 * wait for an answer.
 */
export function storeChanges(store: UnsentStore, now: WrittenText, before: WrittenText): void {
  if (now.draft === before.draft && now.unsent === before.unsent) return
  const isNew = ({ key }: { key: string }) => !before.unsent.some((line) => line.key === key)
  const isRemoved = ({ key }: { key: string }) =>
    !isNew({ key }) && !now.unsent.some((line) => line.key === key)
  store.update(({ draft, lines }) => ({
    draft: now.draft === before.draft ? draft : now.draft,
    lines: [
      ...lines.filter((line) => !isRemoved(line)),
      ...now.unsent.filter(isNew).map(({ key, text, at }) => ({ key, text, at })),
    ],
  }))
}

function storedEntries(): Entry[] {
  try {
    const parsed = Entries.safeParse(JSON.parse(readStored(UNSENT_KEY, 'tab') ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}
