import { NewChatLine } from '@jointly/contract'
import * as z from 'zod/mini'
import { readStored, writeStored } from '../../../shared/browser/storage.ts'
import { UNSENT_KEY } from '../../../shared/browser/unsent-text.ts'
import type { ChatState } from './chat-controller.ts'

const MAX_SESSIONS = 5
const MAX_LINES = 50
const MAX_DRAFT_LENGTH = 10_000
/** The server recognises a repeated line for 24 hours. Before that time, an older line goes back to the field. */
const RESEND_WITHIN_MS = 20 * 3_600_000

const Entry = z.object({
  userId: z.string(),
  ssid: z.string(),
  atMs: z.number(),
  draft: z.string().check(z.maxLength(MAX_DRAFT_LENGTH)),
  lines: z.array(NewChatLine).check(z.maxLength(MAX_LINES)),
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

  const read = (): UnsentText => {
    const entry = storedEntries().find(isOwn)
    if (entry === undefined) return nothing
    if (now() - entry.atMs < RESEND_WITHIN_MS) return { draft: entry.draft, lines: entry.lines }
    return { draft: joinedText(entry.lines, entry.draft), lines: [] }
  }

  return {
    read,
    update(change) {
      if (!isLoggedIn()) return
      const { draft, lines } = change(read())
      const text = { draft: draft.slice(0, MAX_DRAFT_LENGTH), lines: lines.slice(0, MAX_LINES) }
      const others = storedEntries().filter((entry) => !isOwn(entry))
      const isEmpty = draft === '' && lines.length === 0
      const entries = isEmpty ? others : [...others, { userId, ssid, atMs: now(), ...text }]
      const written = entries.length === 0 ? null : JSON.stringify(entries.slice(-MAX_SESSIONS))
      writeStored(UNSENT_KEY, written, 'tab')
    },
  }
}

/** Joins lines and the text of the field, one below the other. */
export const joinedText = (lines: readonly { readonly text: string }[], draft: string): string =>
  [...lines.map(({ text }) => text), draft].filter((text) => text !== '').join('\n')

/**
 * Stores what changed in the chat. Only the changed parts are written, because the chat of an earlier visit may still
 * wait for an answer.
 */
export function storeChanges(store: UnsentStore, now: ChatState, before: ChatState): void {
  if (now.draft === before.draft && now.unsent === before.unsent) return
  const isNew = ({ key }: { key: string }) => !before.unsent.some((line) => line.key === key)
  const isGone = ({ key }: { key: string }) => !isNew({ key }) && !now.unsent.some((line) => line.key === key)
  store.update(({ draft, lines }) => ({
    draft: now.draft === before.draft ? draft : now.draft,
    lines: [
      ...lines.filter((line) => !isGone(line)),
      ...now.unsent.filter(isNew).map(({ key, text }) => ({ key, text })),
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
