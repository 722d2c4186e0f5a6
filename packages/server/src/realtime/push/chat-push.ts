import type { ChatMessage } from '@jointly/contract'
import { createBroadcastQueue } from '../broadcast-frame.ts'
import type { Connections } from '../connections.ts'
import type { Subscription } from '../connection.ts'
import { textFrame } from '../text-frame.ts'

export type ChatPush = {
  /** Sends a change of the chat to everyone who has the session open on this server (C6). */
  send(message: ChatMessage): void
  /** Makes all clients of this server fetch their chats again, because the server may have missed changes. */
  sendStale(): void
}

/** Creates the sender of chat messages. In each session, a message is sent after the previous one was sent. */
export function createChatPush(connections: Connections): ChatPush {
  const broadcast = createBroadcastQueue()

  function send(message: ChatMessage): void {
    const room = connections.room(message.ssid)
    if (!room) return
    const frame = textFrame(JSON.stringify(message))
    // Big screens get no chat, because they are not people (X4).
    const frameFor = ({ connection }: Subscription) => (connection.isScreen ? null : frame)
    broadcast(room, frameFor, (subscription) => {
      subscription.hasSkippedChat = true
    })
  }

  return {
    send,
    sendStale() {
      for (const { ssid } of connections.rooms()) send({ type: 'chat', ssid, stale: true })
    },
  }
}
