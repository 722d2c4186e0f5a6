import * as z from 'zod/mini'
import { cleanedLines, EpochMs, Ssid, UserId } from '../primitives.ts'
import { PublicUser } from './user.ts'

/** The longest line of a chat, in characters. */
export const CHAT_TEXT_MAX_LENGTH = 500

/** The text of a chat line: 1 to 500 characters in one or more rows, cleaned and trimmed (C5). */
export const ChatText = cleanedLines(CHAT_TEXT_MAX_LENGTH, 'line')

/** The number of a line in the chat of one session. The lines of a session are numbered from 1 without gaps. */
const ChatLineId = z.int().check(z.positive())

/** A line of the chat of a session (C5). Only a repeated call answers a deleted line; its text is empty (C6). */
export const ChatLine = z.object({ id: ChatLineId, user: PublicUser, text: z.string(), at: EpochMs })
export type ChatLine = z.infer<typeof ChatLine>

/** A new line. A call with the same `key` is a repetition and stores no second line (C6). */
export const NewChatLine = z.object({
  text: ChatText,
  key: z.string().check(z.regex(/^[\w-]{8,64}$/, 'key')),
})
export type NewChatLine = z.infer<typeof NewChatLine>

/**
 * A page of a chat, the oldest line first (C6).
 * - `last`: the number of the newest line, also if it was deleted; 0 for an empty chat.
 * - `more`: whether there are older lines.
 * - `muted`: whether the reader may not write (C8).
 * - `mutedPeople`: everyone who may not write. Only people who moderate the chat get this field.
 */
export const ChatPage = z.object({
  lines: z.array(ChatLine),
  last: z.int(),
  more: z.boolean(),
  muted: z.boolean(),
  mutedPeople: z.optional(z.array(PublicUser)),
})
export type ChatPage = z.infer<typeof ChatPage>

export const ChatQuery = z.object({ before: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'before'))) })

export const MuteBody = z.object({ userID: UserId, muted: z.boolean() })

/**
 * A change of the chat for everyone in the session (C6).
 * - `lines`: new lines.
 * - `deleted`: the numbers of deleted lines.
 * - `hidden`: a person whose lines are not shown any more, because they were banned or deleted their account.
 * - `stale`: changes may be missing, and the client should fetch the newest page.
 */
export const ChatMessage = z.object({
  type: z.literal('chat'),
  ssid: Ssid,
  lines: z.optional(z.array(ChatLine)),
  deleted: z.optional(z.array(z.int())),
  hidden: z.optional(UserId),
  stale: z.optional(z.literal(true)),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/**
 * The reactions that a person can send, in the order of their buttons (C1). A message names a reaction by its index.
 */
export const REACTIONS = ['❤️', '🔥', '👏', '😂', '🤩', '🎉'] as const

/** How often each reaction was tapped since the previous message, in the order of `REACTIONS` (C1). */
export const ReactionCounts = z.array(z.int().check(z.nonnegative())).check(z.length(REACTIONS.length))
export type ReactionCounts = z.infer<typeof ReactionCounts>
