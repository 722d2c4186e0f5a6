import { type ListedSong, overtakenBy, topSong } from '@jointly/domain'
import type { Trx } from '../../platform/db/tables.ts'
import { songFacts } from '../../songs/songs.ts'
import { chooseRandom } from './choose-random.ts'
import { loadLedger } from './ledger.ts'
import type { Choice } from './choice.ts'
import { isPlayable } from './playable.ts'
import type { PlaybackDeps } from './ports.ts'

/** The song that plays next: the head of the vote list, else one of random mode, else none (P1). Changes nothing. */
export async function chooseSong(trx: Trx, deps: PlaybackDeps, ssid: string): Promise<Choice | null> {
  const listed = await judgedList(trx, deps, ssid)
  const ledger = await loadLedger(trx, ssid)
  const top = topSong(listed, { activeCount: deps.presence.count(ssid), ledger })
  if (top === null) return chooseRandom(trx, deps, ssid, { ledger, negative: negativeOf(listed) })
  const overtaken = overtakenBy(listed, top).map(({ songId }) => songId)
  return { songId: top.songId, durationMs: top.durationMs, byId: top.behind, chosen: 'vote', overtaken }
}

type Listed = ListedSong & { durationMs: number }

/** The list with what the flavor says; a song that is known no more or has no playable source is as good as refused. */
async function judgedList(trx: Trx, deps: PlaybackDeps, ssid: string): Promise<Listed[]> {
  const rows = await deps.votes.listed(trx, ssid)
  const ids = rows.map(({ songId }) => songId)
  const facts = await songFacts(trx, ids)
  const refused = await deps.refusedSongs(trx, ssid, ids)
  return rows.map((row) => {
    const known = facts.get(row.songId)
    return {
      ...row,
      refused: !known || !isPlayable(known) || refused.has(row.songId),
      durationMs: known?.durationMs ?? 0,
    }
  })
}

const negativeOf = (listed: readonly ListedSong[]): Set<string> =>
  new Set(listed.filter(({ score }) => score < 0).map(({ songId }) => songId))
