import { hostRuleLimits } from '@jointly/domain'
import * as z from 'zod/mini'

/** Creates the schema of a whole number from `least` to `most`. `reason` is the word in `fields` for another value. */
const wholeNumber = (least: number, most: number, reason: string) =>
  z.int().check(z.gte(least, reason), z.lte(most, reason))

/**
 * The rules of a session that its host sets (H1).
 * - `adding`: whether people without a role may add songs (H2).
 * - `songsPerPerson`: how many listed songs one person may have added (H3).
 * - `downVotes`: whether down-votes count (H4).
 * - `approve`: whether songs of people without a role wait until somebody approves them (H9).
 * - `explicit`, `maxMinutes`, `noRepeat`: which songs may play (H5). `maxMinutes` is null without a limit.
 */
export const HostRules = z.object({
  adding: z.boolean(),
  songsPerPerson: wholeNumber(1, hostRuleLimits.songsPerPerson, 'number'),
  downVotes: z.boolean(),
  explicit: z.boolean(),
  maxMinutes: z.nullable(wholeNumber(1, hostRuleLimits.maxMinutes, 'number')),
  noRepeat: wholeNumber(0, hostRuleLimits.noRepeat, 'number'),
  approve: z.boolean(),
})
export type HostRules = z.infer<typeof HostRules>

/**
 * The playlist that plays when neither votes nor random mode give a song (H6). `state` is `gone` if the playlist was
 * deleted or is not loaded any more, or if its account was disconnected.
 */
export const Fallback = z.object({ id: z.string(), title: z.string(), state: z.enum(['ready', 'gone']) })
export type Fallback = z.infer<typeof Fallback>
