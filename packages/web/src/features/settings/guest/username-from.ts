import { USERNAME_PATTERN } from '@jointly/domain'

const MAX_LENGTH = 20

/**
 * Returns a username that resembles the nickname of a guest (G6): `Zoë Ann` becomes `Zoe-Ann`. Empty if this gives no
 * valid username, because too few Latin letters and digits are left.
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
