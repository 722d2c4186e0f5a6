import type { NextSong, NowPlaying, Song } from '@jointly/contract'
import { useRef } from 'react'
import type * as z from 'zod/mini'
import { NOTHING_PLANNED, type Plan, trackOf, uriOf } from './controller/playback-plan.ts'

/**
 * Returns the plan: the current and the announced song. The plan is the same object while its content is the same.
 * Otherwise every update of the session would seem to change it.
 */
export function usePlan(
  nowPlaying: NowPlaying | null | undefined,
  next: z.infer<typeof NextSong> | null,
  likely: Song | null,
): Plan {
  // While the session is paused, nothing may be heard (H8).
  const plan: Plan =
    !nowPlaying || nowPlaying.pausedAt !== undefined
      ? NOTHING_PLANNED
      : {
          playing: trackOf(nowPlaying.song, nowPlaying.startTime),
          next: trackOf(next?.song ?? null, next?.startTime ?? null),
          likelyUri: nowPlaying.song === null && likely !== null ? uriOf(likely) : null,
        }
  const lastPlan = useRef(plan)
  if (keyOf(lastPlan.current) !== keyOf(plan)) lastPlan.current = plan
  return lastPlan.current
}

const keyOf = ({ playing, next, likelyUri }: Plan) =>
  [...[playing, next].map((track) => `${track?.song.id} ${track?.startTime}`), likelyUri].join(' ')
