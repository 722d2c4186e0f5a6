/** A change of the active users of one server, as the server sends it to the others. */
export type PresenceEvent =
  | {
      /**
       * The user is active on this server. The server sends the event again when the user starts or stops
       * playing sound.
       */
      readonly type: 'came'
      readonly ssid: string
      readonly userId: string
      readonly arrivedAt: number
      /** Whether the user plays no sound (K1). Servers of earlier versions leave it out. */
      readonly isSilent?: boolean | undefined
    }
  | { readonly type: 'left'; readonly ssid: string; readonly userId: string }
  /** The user is removed from the session on all servers. */
  | { readonly type: 'removed'; readonly ssid: string; readonly userId: string }
  /** The session was deleted. */
  | { readonly type: 'forgotten'; readonly ssid: string }

/** Returns the event of a user who became active, or who started or stopped playing sound. */
export const cameEvent = (ssid: string, userId: string, arrivedAt: number, silent: boolean) =>
  ({ type: 'came', ssid, userId, arrivedAt, ...(silent && { isSilent: true }) }) as const
