import type { VoteBody } from '@jointly/contract'
import type { VoteWish } from '@jointly/domain'
import type * as z from 'zod/mini'
import type { Handle } from '../../platform/http/handle.ts'
import type { Votes } from './service.ts'

/** Voting up and down (V1). */
export function voteRoutes(handle: Handle, votes: Votes): void {
  handle('voteUp', ({ params, caller, body }) =>
    votes.cast({ ssid: params.ssid, userId: caller.userId, songId: body.songID, wish: wishOf('up', body) }),
  )
  handle('voteDown', ({ params, caller, body }) =>
    votes.cast({ ssid: params.ssid, userId: caller.userId, songId: body.songID, wish: wishOf('down', body) }),
  )
}

/** A bare call toggles, a body that says the vote sets it (V1). */
function wishOf(direction: 'up' | 'down', { vote }: z.infer<typeof VoteBody>): VoteWish {
  return vote ? { kind: 'set', vote } : { kind: 'toggle', direction }
}
