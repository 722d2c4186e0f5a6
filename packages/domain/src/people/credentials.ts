/** Username: a letter, then letters, digits, hyphen, underscore or dot; 2 to 20 characters (spec section 5). */
export const USERNAME_PATTERN = /^[A-Za-z][A-Za-z0-9_.-]{1,19}$/

/** The beginning of a username, up to the whole name (N2). */
export const USERNAME_START_PATTERN = /^[A-Za-z][A-Za-z0-9_.-]{0,19}$/

/**
 * Nickname of a guest, trimmed: letters and digits of every script with their marks, single spaces, and `-_.'` (G1). It
 * has at least one letter or digit, and at most three marks in a row.
 */
export const NICKNAME_PATTERN =
  /^(?=.*[\p{L}\p{N}])(?!.*\p{M}{4})[\p{L}\p{N}\p{M}\-_.'’]+( [\p{L}\p{N}\p{M}\-_.'’]+)*$/u

/** Registration password: at least 6 characters with a letter and a digit (spec section 5). */
export const PASSWORD_PATTERN = /^(?=.*[A-Za-z])(?=.*\d).{6,}$/s

/** The longest password that is accepted, in characters. */
export const PASSWORD_MAX_LENGTH = 256

/**
 * The form in which usernames are compared, because two names may not differ in case alone (A3).
 *
 * @param username a valid username, so only ASCII
 */
export function usernameKey(username: string): string {
  return username.toLowerCase()
}
