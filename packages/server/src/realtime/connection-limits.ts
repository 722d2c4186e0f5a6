/** The maximum number of connections of a user. Few people have more tabs and devices. */
export const CONNECTIONS_PER_USER = 20

export const SESSIONS_PER_CONNECTION = 10

/** The maximum size of a message of a client in bytes. Every valid message is shorter. */
export const MAX_MESSAGE_BYTES = 4_096

/**
 * The number of messages that a client may send between two heartbeats. It is high because a client sends many
 * clock messages at once.
 */
export const MESSAGES_PER_HEARTBEAT = 200

/**
 * If more bytes than this wait for a client, the client has probably stopped reading, and its connection is closed.
 * When it connects again, it gets the newest state.
 */
export const MAX_UNSENT_BYTES = 1024 * 1024
