import type { Ledger, ListedSong } from './ranking.ts'

/** The songs of a list in the order in which V3 would choose them one after the other, people taking turns. */
export interface TurnLine {
  /** The song V3 chooses next, as its index; null when all are taken. */
  next(): number | null
  /** A song was chosen, by V3 or because it was overdue: the person behind it is served. */
  take(index: number): void
}

/** One person's songs of one score, the oldest first; `at` is the first that may still be there. */
type Own = { readonly songs: number[]; at: number }
/** A person waiting in line since they were last served; one who was served meanwhile stands further back again. */
type Waiting = { readonly person: string; readonly served: number }

/**
 * Scores do not change while songs are chosen, so one score is dealt with after the other; and whoever is served goes to
 * the end of the line, so the line is sorted once a score.
 *
 * @param songs eligible songs, the oldest first
 */
export function createTurnLine(songs: readonly ListedSong[], ledger: Ledger): TurnLine {
  const served = new Map(ledger)
  let turn = [...served.values()].reduce((latest, each) => Math.max(latest, each), 0)
  const taken = songs.map(() => false)
  const scores = groupBy(songs.keys(), (index) => songs[index]?.score ?? 0)
  const waitingScores = [...scores.keys()].sort((a, b) => a - b)
  let own = new Map<string, Own>()
  let nobodys: Own = { songs: [], at: 0 }
  let line: Waiting[] = []
  let lineAt = 0

  const lastServed = (person: string): number => served.get(person) ?? Number.NEGATIVE_INFINITY
  const firstOf = (queue: Own | undefined): number | null => {
    if (!queue) return null
    while (taken[queue.songs[queue.at] ?? -1]) queue.at += 1
    return queue.songs[queue.at] ?? null
  }

  /** Lets the people line up who stand behind songs of a score: least recently served first, then the oldest song. */
  function lineUp(score: number): void {
    const left = (scores.get(score) ?? []).filter((index) => !taken[index])
    const groups = groupBy(left, (index) => songs[index]?.behind ?? null)
    nobodys = { songs: groups.get(null) ?? [], at: 0 }
    own = new Map()
    for (const [person, indexes] of groups) if (person !== null) own.set(person, { songs: indexes, at: 0 })
    line = [...own.keys()].map((person) => ({ person, served: lastServed(person) }))
    // Groups come in the order of their oldest song, and the sort keeps it among equals.
    line.sort((a, b) => (a.served === b.served ? 0 : a.served < b.served ? -1 : 1))
    lineAt = 0
  }

  function nextOfScore(): number | null {
    for (; lineAt < line.length; lineAt += 1) {
      const waiting = line[lineAt]
      if (!waiting || waiting.served !== lastServed(waiting.person)) continue
      const song = firstOf(own.get(waiting.person))
      if (song !== null) return song
    }
    return firstOf(nobodys)
  }

  return {
    next() {
      for (;;) {
        const song = nextOfScore()
        if (song !== null) return song
        const score = waitingScores.pop()
        if (score === undefined) return null
        lineUp(score)
      }
    },
    take(index) {
      taken[index] = true
      const person = songs[index]?.behind ?? null
      if (person === null) return
      turn += 1
      served.set(person, turn)
      if (own.has(person)) line.push({ person, served: turn })
    },
  }
}

function groupBy<Key>(indexes: Iterable<number>, keyOf: (index: number) => Key): Map<Key, number[]> {
  const groups = new Map<Key, number[]>()
  for (const index of indexes) {
    const key = keyOf(index)
    const group = groups.get(key)
    if (group) group.push(index)
    else groups.set(key, [index])
  }
  return groups
}
