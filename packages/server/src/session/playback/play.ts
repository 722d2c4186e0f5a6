import type { PlayAnswer } from '@jointly/contract'
import { isOver } from '@jointly/domain'
import { presentNextSong, presentNowPlaying, presentPause } from '../../songs/played-song.ts'
import { songsByIds } from '../../songs/songs.ts'
import type { SessionContext } from '../context.ts'
import { advancePlayback } from './advance.ts'

/**
 * Starts a song in a session where nothing plays or the last song has ended (P4, P6).
 * @returns the song that plays after the call (P5)
 */
export async function play(context: SessionContext, ssid: string): Promise<PlayAnswer> {
  const { db, now } = context
  const { playing, next } = await advancePlayback(context, ssid, 'play')
  const running = playing && !isOver(playing, now()) ? playing : null
  const songs = await songsByIds(
    db,
    [running, next].flatMap((played) => played?.songId ?? []),
  )
  const { song, startTime, nowTime } = presentNowPlaying(running, { songs, people: new Map() }, now())
  const pause = running ? presentPause(running, new Map()) : {}
  return { song, startTime, nowTime, next: presentNextSong(next, songs), ...pause }
}
