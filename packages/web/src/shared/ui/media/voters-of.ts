import type { PublicUser, Vote } from '@jointly/contract'

/**
 * Returns the people who voted for a song (U1), as far as their names are known. @param people the list to whose
 * indexes the vote refers
 */
export const votersOf = ({ voters }: Vote, people: readonly PublicUser[]): PublicUser[] =>
  voters.flatMap((place) => people[place] ?? [])
