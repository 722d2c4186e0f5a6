import type { PlayAnswer, SkipBody } from '@jointly/contract'
import { isOver } from '@jointly/domain'
import type * as z from 'zod/mini'
import type { Handle } from '../../platform/http/handle.ts'
import { presentNextSong, presentNowPlaying } from '../../songs/played-song.ts'
import { songsByIds } from '../../songs/songs.ts'
import { isRefused, type Refused } from '../../platform/refusal.ts'
import { createMatcher, type MatcherDeps } from './matcher.ts'
import type { Playbacks } from './service.ts'
import type { SkipCall } from './skip.ts'
import type { Playback } from './store.ts'

export type PlaybackRouteDeps = MatcherDeps & {
  playbacks: Playbacks
  /** Whether a person may take part in a session, or why not (S2). */
  standing(ssid: string, userId: string): Promise<{ ssid: string } | Refused>
  /** Lets the person in: whoever plays is here (S2, S4). */
  enter(ssid: string, userId: string): Promise<{ ssid: string } | Refused>
}

/** Playing, skipping, and what random mode picks from. */
export function playbackRoutes(handle: Handle, deps: PlaybackRouteDeps): void {
  const matcherOf = createMatcher(deps)
  handle('play', async ({ params, caller }) => {
    const entered = await deps.enter(params.ssid, caller.userId)
    if (isRefused(entered)) return entered
    return presentPlay(deps, await deps.playbacks.play(params.ssid))
  })
  handle('skip', ({ params, caller, body }) =>
    deps.playbacks.skip({ ssid: params.ssid, userId: caller.userId, asked: askedOf(body) }),
  )
  handle('matcher', async ({ params, caller }) => {
    const stands = await deps.standing(params.ssid, caller.userId)
    return isRefused(stands) ? stands : matcherOf(params.ssid)
  })
}

function askedOf(body: z.infer<typeof SkipBody>): SkipCall['asked'] {
  return body?.wish === undefined ? null : { wish: body.wish, songId: body.songID ?? null }
}

/** The running song and the announced one (P4, P5). */
async function presentPlay({ db, now }: PlaybackRouteDeps, { playing, next }: Playback): Promise<PlayAnswer> {
  const running = playing && !isOver(playing, now()) ? playing : null
  const songs = await songsByIds(
    db,
    [running, next].flatMap((played) => played?.songId ?? []),
  )
  const { song, startTime, nowTime } = presentNowPlaying(running, { songs, people: new Map() }, now())
  return { song, startTime, nowTime, next: presentNextSong(next, songs) }
}
