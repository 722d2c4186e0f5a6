import type {
  Answer,
  AnswerOf,
  ChatLine,
  ChatPage,
  PublicUser,
  Routes,
  ServerMessage,
} from '@jointly/contract'
import type { FailedAnswer } from '../../../shared/api/error-text.ts'
import type { ChatLog } from './chat-log.ts'
import type { UnsentStore } from './unsent/unsent-store.ts'

/**
 * A chat line of this person that the server has not confirmed yet. `sentAfter` is the id of the newest line in the
 * log at the first attempt to send it. It is missing if the log was not loaded yet. `at` is the time at which the
 * line was written, in milliseconds.
 */
export type UnsentLine = {
  readonly key: string
  readonly text: string
  readonly at: number
  readonly sentAfter?: number
}

export type ChatState = {
  readonly log: ChatLog
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly refused: FailedAnswer | null
  readonly muted: boolean
  /** The muted people. Null if this person is not a moderator of the chat. */
  readonly mutedPeople: readonly PublicUser[] | null
  readonly draft: string
  /** Whether the text in the input was not sent because it is too long. */
  readonly isTooLong: boolean
  /** The chat lines that the server has not stored yet, in the order in which they were written. */
  readonly unsent: readonly UnsentLine[]
  /** Why the first line of `unsent` was not stored. Null if no attempt has failed, and during a new attempt. */
  readonly failure: FailedAnswer | null
  readonly isLoadingOlder: boolean
  /** Why older lines could not be loaded. Null if no attempt has failed, and during a new attempt. */
  readonly olderRefused: FailedAnswer | null
  /** Whether the person reads older lines, so that a long log keeps them (C11). */
  readonly isReadingOlder: boolean
  /** The id of the newest chat line that this person has seen. Null until the first page of lines is loaded. */
  readonly seen: number | null
}

export type ChatPorts = {
  ssid: string
  fetchPage(before: number | null): Promise<Answer<ChatPage>>
  addLine(text: string, key: string): Promise<Answer<ChatLine>>
  deleteLine(id: number): Promise<Answer<AnswerOf<Routes['deleteChatLine']>>>
  mute(userId: string, muted: boolean): Promise<Answer<AnswerOf<Routes['mute']>>>
  now(): number
  newKey(): string
  link: {
    isReady(): boolean
    onMessage(listener: (message: ServerMessage) => void): () => void
  }
  /** Starts a timer. @returns a function that cancels the timer */
  after(delayMs: number, run: () => void): () => void
  /**
   * Reads the id of the newest chat line that the person has seen in this session. This browser stores the id. Null
   * if no id is stored.
   */
  readSeen(): number | null
  storeSeen(id: number): void
  unsent: UnsentStore
}
