import * as z from 'zod/mini'
import { ChatLine, ChatPage, ChatQuery, MuteBody, NewChatLine } from '../entities/chat.ts'
import { Ssid } from '../primitives.ts'
import type { Route } from '../route.ts'
import { EmptyAnswer, privateCall } from './access.ts'

const BySsid = z.object({ ssid: Ssid })

/** Routes for the chat of a session. */
export const chatRoutes = {
  chat: {
    ...privateCall('GET', '/api/session/:ssid/chat'),
    summary: 'The newest lines of the chat, or those before a line',
    params: BySsid,
    query: ChatQuery,
    answer: ChatPage,
  },
  addChatLine: {
    ...privateCall('POST', '/api/session/:ssid/chat'),
    summary: 'Write a line in the chat',
    params: BySsid,
    body: NewChatLine,
    answer: ChatLine,
  },
  deleteChatLine: {
    ...privateCall('DELETE', '/api/session/:ssid/chat/:id'),
    summary: 'Delete a line of the chat (its author and moderators)',
    params: z.object({ ssid: Ssid, id: z.string().check(z.regex(/^\d{1,15}$/, 'id')) }),
    answer: EmptyAnswer,
  },
  mute: {
    ...privateCall('PUT', '/api/session/:ssid/chat/mute'),
    summary: 'Mute a person in the chat, or let them write again (moderators)',
    params: BySsid,
    body: MuteBody,
    answer: EmptyAnswer,
  },
} as const satisfies Record<string, Route>
