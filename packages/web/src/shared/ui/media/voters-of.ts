import type { PublicUser, Vote } from '@jointly/contract'

/** Returns the named people who voted for a song (U1). @param people the list beside the votes */
export const votersOf = ({ voters }: Vote, people: readonly PublicUser[]): PublicUser[] =>
  voters.flatMap((place) => people[place] ?? [])
