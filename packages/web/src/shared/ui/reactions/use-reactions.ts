import { useEffect, useState } from 'react'
import { after } from '../../browser/timers.ts'
import { createReactions, type Reactions, type ReactionsPorts } from './reactions-model.ts'

/** Returns the reactions of a session, and receives those of others while the component is mounted. */
export function useReactions(ssid: string, link: ReactionsPorts['link']): Reactions {
  const [reactions] = useState(() =>
    createReactions({ ssid, link, monotonicMs: () => performance.now(), random: Math.random, after }),
  )
  useEffect(() => reactions.start(), [reactions])
  return reactions
}
