/** A person of the development world, and whom of the built-in provider they are linked as. */
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

/** The named people. dora registers first and so has level 735 (A5); she listens without playing (L5). */
export const people = {
  dora: person('dora', null),
  alice: person('alice', 'ann'),
  bob: person('bob', 'ben'),
  carla: person('carla', 'cleo'),
} as const
