import type { PublicUser, Vote } from '@jointly/contract'

/**
 * Returns the people who voted for a song (U1), as far as their names are known.
 * @param people the list of voters in the server's answer; `voters` of a vote contains indexes of this list
 */
export const votersOf = ({ voters }: Vote, people: readonly PublicUser[]): PublicUser[] =>
  voters.flatMap((place) => people[place] ?? [])
