import type { NextSong, NowPlaying, Song } from '@jointly/contract'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'
import type { PlaybackController } from './controller/playback-controller.ts'
import { NOTHING_PLANNED, type Plan, trackOf, uriOf } from './controller/playback-plan.ts'
import { differsOnlyInFigure, IDLE_VIEW, type PlayerView } from './screen/player-view.ts'

/** A view that a component shows, in the form that `useSyncExternalStore` requires. */
type ShownView = { subscribe(onChange: () => void): () => void; view(): PlayerView }

const nothing: ShownView = { subscribe: () => () => {}, view: () => IDLE_VIEW }

/**
 * Returns the view of a controller as the screen shows it. While the page is hidden, a new figure of the badge does not
 * change it, because nobody sees the figure (M9).
 */
function shownViewOf(controller: PlaybackController): ShownView {
  let shown = controller.view()
  return {
    subscribe(onChange) {
      document.addEventListener('visibilitychange', onChange)
      const unsubscribe = controller.subscribe(onChange)
      return () => {
        document.removeEventListener('visibilitychange', onChange)
        unsubscribe()
      }
    },
    view() {
      const next = controller.view()
      if (!document.hidden || !differsOnlyInFigure(shown, next)) shown = next
      return shown
    },
  }
}

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
  const { subscribe, view } = useMemo(
    () => (controller === null ? nothing : shownViewOf(controller)),
    [controller],
  )
  return useSyncExternalStore(subscribe, view)
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
