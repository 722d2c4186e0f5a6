import type { Share } from '@jointly/contract'
import type { Language, Policy } from '@jointly/domain'
import { limit, type RateLimit, type RateLimiter } from '../platform/http/rate-limit.ts'
import type { Call, Handle } from '../platform/http/router.ts'
import { isRefused } from '../platform/refusal.ts'
import { findMembership } from './access/membership.ts'
import { type OptionsCall, readOptions, saveOptions } from './commands/options/options.ts'
import { setBan, setRole } from './commands/options/people.ts'
import { limitPeopleChanges } from './commands/people-limit.ts'
import { downgradeSession, upgradeSession } from './commands/plans.ts'
import { createSession, removeSession, saveFavorite } from './commands/sessions.ts'
import type { SessionContext } from './context.ts'
import { setPaused } from './playback/pause.ts'
import { play } from './playback/play.ts'
import { skipWish, voteSkip } from './playback/skip.ts'
import type { Sessions } from './session.ts'
import { timelinePage } from './timeline/timeline.ts'
import { voteAction } from './votes/voting.ts'
import { approveSong, readWaiting } from './votes/waiting.ts'

/** Limits the skips of a person, because each skip adds a song to the timelines of everyone inside (K2). */
const SKIPS_PER_PERSON: RateLimit = { name: 'skip', attempts: 30, windowMs: 60_000 }

/**
 * Returns the addresses to share a session. Links begin with the client's origin, and posters are in its language (W3).
 */
export type ShareLinks = (
  session: { ssid: string; code: string; policy: Policy },
  client: { origin: string; language: Language },
) => Share

export type SessionRouteDeps = {
  context: SessionContext
  sessions: Sessions
  shareLinks: ShareLinks
  limiter: RateLimiter
}

/** Registers the HTTP routes for sessions. */
export function sessionRoutes(handle: Handle, deps: SessionRouteDeps): void {
  const { context, sessions } = deps
  handle('createSession', ({ caller, body }) => createSession(context, caller.userId, body))
  handle('deleteSession', ({ params, caller }) => removeSession(context, params.ssid, caller.userId))
  handle('session', ({ params, query, caller }) =>
    sessions.view.poll(params.ssid, caller.userId, query?.sound !== 'off'),
  )
  handle('votes', ({ params, query, caller }) =>
    sessions.view.votesPage(params.ssid, caller.userId, Number(query.from)),
  )
  handle('favorite', ({ params, caller }) =>
    saveFavorite(context, { ssid: params.ssid, userId: caller.userId, favorite: true }),
  )
  handle('unfavorite', ({ params, caller }) =>
    saveFavorite(context, { ssid: params.ssid, userId: caller.userId, favorite: false }),
  )

  handle('voteUp', ({ params, caller, body }) =>
    sessions.vote({ ...params, userId: caller.userId, songId: body.songID, action: voteAction('up', body) }),
  )
  handle('voteDown', ({ params, caller, body }) =>
    sessions.vote({
      ...params,
      userId: caller.userId,
      songId: body.songID,
      action: voteAction('down', body),
    }),
  )
  handle('waiting', ({ params, caller }) => readWaiting(context, { ...params, userId: caller.userId }))
  handle('approve', ({ params: { ssid, songID }, caller, body }) =>
    approveSong(context, { ssid, userId: caller.userId }, { songId: songID, approved: body.approved }),
  )

  handle('play', async ({ params, caller }) => {
    // A user who presses play becomes active (S2, S4).
    const membership = await sessions.enter(params.ssid, caller.userId)
    return isRefused(membership) ? membership : play(context, params.ssid)
  })
  handle('skip', async ({ params, caller, body }) => {
    const tooMany = await limit(deps.limiter, [[SKIPS_PER_PERSON, caller.userId]])
    return tooMany ?? voteSkip(context, { ssid: params.ssid, userId: caller.userId, asked: skipWish(body) })
  })
  handle('pause', ({ params, caller, body }) =>
    setPaused(context, { ssid: params.ssid, userId: caller.userId, paused: body.paused }),
  )
  handle('matcher', async ({ params, caller }) => {
    const membership = await findMembership(context.db, params.ssid, caller.userId, context.now())
    return isRefused(membership) ? membership : sessions.randomMode(params.ssid)
  })

  optionsRoutes(handle, deps)

  handle('timeline', ({ caller, query }) =>
    timelinePage(context.db, caller.userId, query.before === undefined ? null : Number(query.before)),
  )
}

/** Registers the routes for the options of a session, its roles and bans, and its plan. */
function optionsRoutes(handle: Handle, { context, shareLinks, limiter }: SessionRouteDeps): void {
  const optionsCall = ({
    params: { ssid },
    caller,
    origin,
    language,
    clientNetwork,
  }: Call<'options' | 'saveOptions' | 'setBan' | 'setRole'>): OptionsCall => ({
    ssid,
    userId: caller.userId,
    network: clientNetwork,
    limiter,
    share: (session) => shareLinks({ ssid, ...session }, { origin, language }),
  })
  handle('options', (call) => readOptions(context, optionsCall(call)))
  handle('saveOptions', async (call) => {
    const { caller, body } = call
    const isAboutPeople = body.mods !== undefined || body.banned !== undefined
    const tooMany = isAboutPeople ? await limitPeopleChanges(limiter, caller.userId) : null
    return tooMany ?? saveOptions(context, optionsCall(call), body)
  })
  handle('setBan', async (call) => {
    const tooMany = await limitPeopleChanges(limiter, call.caller.userId)
    return tooMany ?? setBan(context, optionsCall(call), { id: call.params.id, ...call.body })
  })
  handle('setRole', async (call) => {
    const tooMany = await limitPeopleChanges(limiter, call.caller.userId)
    return tooMany ?? setRole(context, optionsCall(call), { id: call.params.id, ...call.body })
  })
  handle('upgrade', ({ params, caller, body }) =>
    upgradeSession(context, { ssid: params.ssid, userId: caller.userId, plan: body.plan }),
  )
  handle('downgrade', ({ params, caller }) => downgradeSession(context, params.ssid, caller.userId))
}
