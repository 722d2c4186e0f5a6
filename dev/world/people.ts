/**
 * A person of the development server. `linkedAs` names the account of the built-in provider that this person links;
 * null for a person without an account.
 */
export type Person<Linked extends string | null = string | null> = {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly linkedAs: Linked
}

const person = <Linked extends string | null>(username: string, linkedAs: Linked): Person<Linked> => ({
  username,
  email: `${username}@example.org`,
  password: `${username}-2026`,
  linkedAs,
})

/**
 * The named people. Dora registers first, so that she has level 735 (A5), and she listens without an account
 * (L5).
 */
export const people = {
  dora: person('dora', null),
  alice: person('alice', 'ann'),
  bob: person('bob', 'ben'),
  carla: person('carla', 'cleo'),
} as const

export type NamedPeople = typeof people

/**
 * Returns the same people under other names, for tests that share a server. No name begins with another name, so a
 * search for a name finds only one person.
 * @param count from 1 to 999
 */
export function peopleWithSuffix(count: number): NamedPeople {
  const suffix = `-${String(count).padStart(3, '0')}`
  const renamed = <Linked extends string | null>({ username, linkedAs }: Person<Linked>) =>
    person(`${username}${suffix}`, linkedAs)
  return {
    dora: renamed(people.dora),
    alice: renamed(people.alice),
    bob: renamed(people.bob),
    carla: renamed(people.carla),
  }
}
