import { USERNAME_PATTERN } from '@jointly/domain'

const MAX_LENGTH = 20

/**
 * Returns a username that resembles the nickname of a guest (G6): `Zoë Ann` becomes `Zoe-Ann`. Returns an empty
 * text if too few Latin letters and digits remain for a valid username.
 */
export function usernameFrom(nickname: string): string {
  const name = nickname
    .normalize('NFKD')
    .replace(/\s+/g, '-')
    .replace(/[^A-Za-z0-9_.-]/g, '')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, MAX_LENGTH)
  return USERNAME_PATTERN.test(name) ? name : ''
}
