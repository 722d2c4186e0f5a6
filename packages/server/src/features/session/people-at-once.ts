import { createGroupCommit } from '../../db/group-commit.ts'

/** A person and a session. */
export type Visitor = { readonly ssid: string; readonly userId: string }

/**
 * Does something for the people of one session who ask within the same few milliseconds at once, so that a thousand
 * who come together cost a few statements and not a thousand.
 *
 * @param work gives an outcome by person; the people are in the one order in which rows are taken
 */
export function createPeopleAtOnce<Asked extends Visitor, Outcome>(
  work: (ssid: string, people: ReadonlyMap<string, Asked>) => Promise<ReadonlyMap<string, Outcome>>,
): (asked: Asked) => Promise<Outcome> {
  const group = createGroupCommit(async (all: readonly Asked[]): Promise<Outcome[]> => {
    const bySession = Map.groupBy(all, ({ ssid }) => ssid)
    const outcomes = new Map<string, ReadonlyMap<string, Outcome>>()
    for (const [ssid, people] of bySession) outcomes.set(ssid, await work(ssid, byPerson(people)))
    return all.map(({ ssid, userId }) => {
      const outcome = outcomes.get(ssid)?.get(userId)
      // Left out, it would give each who follows what is another's.
      if (outcome === undefined) throw new Error('The work told nothing of this person')
      return outcome
    })
  })
  return (asked) => group.add(asked)
}

function byPerson<Asked extends Visitor>(people: readonly Asked[]): Map<string, Asked> {
  const sorted = people.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
  return new Map(sorted.map((each) => [each.userId, each]))
}
