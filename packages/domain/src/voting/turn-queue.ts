import type { Ledger, ListedSong } from './ranking.ts'

/** The order in which the songs of a list are chosen: by score, and within a score in turns between people (V3). */
export interface TurnQueue {
  /** Returns the index of the song that is chosen next. Null when all songs are taken. */
  next(): number | null
  /** Removes a chosen song from the queue. The choice is a turn of the song's person. */
  take(index: number): void
}

/** The songs of one person with one score, the oldest first. All songs before the index `at` were removed already. */
type SongsOfPerson = { readonly songs: number[]; at: number }
/**
 * An entry of the queue: a person and the number of their last turn. It is outdated if the person had another turn
 * since then.
 */
type QueuePlace = { readonly person: string; readonly served: number }

/**
 * Creates the queue for a simulation of all choices. Scores do not change during the simulation, so the queue
 * handles one score after the other. One sort per score is enough, because a person moves to the end of the queue
 * after a turn.
 * @param songs eligible songs, the oldest first
 */
export function createTurnQueue(songs: readonly ListedSong[], ledger: Ledger): TurnQueue {
  const served = new Map(ledger)
  let latestTurn = [...served.values()].reduce((latest, each) => Math.max(latest, each), 0)
  const taken = songs.map(() => false)
  const scores = Map.groupBy(songs.keys(), (index) => songs[index]?.score ?? 0)
  const remainingScores = [...scores.keys()].sort((a, b) => a - b)
  let songsOf = new Map<string, SongsOfPerson>()
  let withoutPerson: SongsOfPerson = { songs: [], at: 0 }
  let queue: QueuePlace[] = []
  let queueAt = 0

  const lastServed = (person: string): number => served.get(person) ?? Number.NEGATIVE_INFINITY
  const firstOf = (own: SongsOfPerson | undefined): number | null => {
    if (!own) return null
    while (taken[own.songs[own.at] ?? -1]) own.at += 1
    return own.songs[own.at] ?? null
  }

  /**
   * Fills the queue with the people who have songs with this score. The person whose last turn was longest ago comes
   * first. Of people with equal turns, the one with the older song comes first.
   */
  function buildQueue(score: number): void {
    const groups = Map.groupBy(scores.get(score) ?? [], (index) => songs[index]?.behind ?? null)
    withoutPerson = { songs: groups.get(null) ?? [], at: 0 }
    songsOf = new Map()
    for (const [person, indexes] of groups)
      if (person !== null) songsOf.set(person, { songs: indexes, at: 0 })
    queue = [...songsOf.keys()].map((person) => ({ person, served: lastServed(person) }))
    // People with equal turns stay in the order of their oldest songs, because the sort is stable and the
    // groups already have this order.
    queue.sort((a, b) => (a.served === b.served ? 0 : a.served < b.served ? -1 : 1))
    queueAt = 0
  }

  function nextOfScore(): number | null {
    for (; queueAt < queue.length; queueAt += 1) {
      const place = queue[queueAt]
      if (!place || place.served !== lastServed(place.person)) continue
      const song = firstOf(songsOf.get(place.person))
      if (song !== null) return song
    }
    return firstOf(withoutPerson)
  }

  return {
    next() {
      for (;;) {
        const song = nextOfScore()
        if (song !== null) return song
        const score = remainingScores.pop()
        if (score === undefined) return null
        buildQueue(score)
      }
    },
    take(index) {
      taken[index] = true
      const person = songs[index]?.behind ?? null
      if (person === null) return
      latestTurn += 1
      served.set(person, latestTurn)
      queue.push({ person, served: latestTurn })
    },
  }
}
