import type { PublicUser, Vote } from '@jointly/contract'

/**
 * Returns the people who voted for a song (U1), if they are in the list. @param people the list in which the votes
 * name people by index
 */
export const votersOf = ({ voters }: Vote, people: readonly PublicUser[]): PublicUser[] =>
  voters.flatMap((place) => people[place] ?? [])
