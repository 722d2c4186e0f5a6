import type { Handle } from '../../platform/http/router.ts'
import { limitPeopleChanges } from '../../session/commands/people-limit.ts'
import { addLine, type ChatContext, mutePerson, readChat, removeLine } from './service.ts'

/** Registers the routes for the chat of a session (C5, C6, C8). */
export function chatRoutes(handle: Handle, chat: ChatContext): void {
  handle('chat', ({ params: { ssid }, caller: { userId }, query }) =>
    readChat(chat, { ssid, userId }, query.before === undefined ? null : Number(query.before)),
  )
  handle('addChatLine', ({ params: { ssid }, caller: { userId }, body }) =>
    addLine(chat, { ssid, userId }, body),
  )
  handle('deleteChatLine', ({ params: { ssid, id }, caller: { userId } }) =>
    removeLine(chat, { ssid, userId }, Number(id)),
  )
  handle('mute', async ({ params: { ssid }, caller: { userId }, body, clientNetwork: network }) => {
    const tooMany = await limitPeopleChanges(chat.limiter, userId)
    return tooMany ?? mutePerson(chat, { ssid, userId, targetId: body.userID, muted: body.muted, network })
  })
}
