import type { NextSong, NowPlaying, Song } from '@jointly/contract'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'
import type { PlaybackController } from './controller/playback-controller.ts'
import { NOTHING_PLANNED, type Plan, trackOf, uriOf } from './controller/playback-plan.ts'
import { IDLE_VIEW, type PlayerView } from './screen/player-view.ts'

const noSubscription = () => () => {}
const idleView = () => IDLE_VIEW

/**
 * Makes a player play the current and the announced song of the session.
 * @param songs the arguments of `usePlan`
 * @returns the view of the player
 */
export function useFollowedPlan(
  controller: PlaybackController | null,
  ...songs: Parameters<typeof usePlan>
): PlayerView {
  const plan = usePlan(...songs)
  const isKnown = songs[0] !== undefined
  useEffect(() => {
    if (isKnown) controller?.follow(plan)
  }, [controller, plan, isKnown])
  return useSyncExternalStore(controller?.subscribe ?? noSubscription, controller?.view ?? idleView)
}

/**
 * Returns the plan: the current and the announced song. If the songs and start times are unchanged, it returns the
 * previous object. So the effects that depend on the plan do not run again.
 */
function usePlan(
  nowPlaying: NowPlaying | null | undefined,
  next: z.infer<typeof NextSong> | null,
  likely: Song | null,
): Plan {
  // While the session is paused, no song may play (H8).
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
