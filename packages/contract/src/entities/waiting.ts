import * as z from 'zod/mini'
import { Song } from './song.ts'
import { PublicUser } from './user.ts'

/**
 * A song that waits until somebody approves it (H9). `wishes` is the number of people who have added it, and `people`
 * lists the first of them.
 */
export const WaitingSong = z.object({ song: Song, people: z.array(PublicUser), wishes: z.int() })
export type WaitingSong = z.infer<typeof WaitingSong>

/**
 * The first of the waiting songs that the caller may see, the oldest first. `count` is the number of all waiting
 * songs that the caller may see.
 */
export const WaitingSongs = z.object({ songs: z.array(WaitingSong), count: z.int() })
export type WaitingSongs = z.infer<typeof WaitingSongs>
