/**
 * A username has 2 to 20 characters (spec section 5): first a letter, and then letters, digits, hyphens, underscores
 * or dots.
 */
export const USERNAME_PATTERN = /^[A-Za-z][A-Za-z0-9_.-]{1,19}$/

/** The first characters of a username, at least one. The search for people accepts nothing else (N2). */
export const USERNAME_START_PATTERN = /^[A-Za-z][A-Za-z0-9_.-]{0,19}$/

/**
 * A trimmed nickname of a guest: letters and digits of every script with their marks, single spaces, and
 * `-_.'` (G1). It has at least one letter or digit, no invisible character, and
 * at most three marks in a row.
 */
export const NICKNAME_PATTERN =
  /^(?=.*[\p{L}\p{N}])(?!.*\p{M}{4})(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{M}\-_.'’]+( [\p{L}\p{N}\p{M}\-_.'’]+)*$/u

/** The longest nickname, in characters (G1). */
export const NICKNAME_MAX_LENGTH = 20

/** A password has at least 6 characters with a letter and a digit (spec section 5). */
export const PASSWORD_PATTERN = /^(?=.*[A-Za-z])(?=.*\d).{6,}$/s

/** The longest password that is accepted, in characters. */
export const PASSWORD_MAX_LENGTH = 256

/**
 * Converts a username to the form in which usernames are compared, because two names may not differ in case
 * only (A3).
 *
 * @param username a valid username, so only ASCII
 */
export function usernameKey(username: string): string {
  return username.toLowerCase()
}
