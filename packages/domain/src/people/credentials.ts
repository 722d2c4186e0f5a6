/** Username: a letter, then letters, digits, hyphen, underscore or dot; 2 to 20 characters (spec section 5). */
export const USERNAME_PATTERN = /^[A-Za-z][A-Za-z0-9_.-]{1,19}$/

/** What a username may begin with, up to the whole of it (N2). */
export const USERNAME_START_PATTERN = /^[A-Za-z][A-Za-z0-9_.-]{0,19}$/

/** Registration password: at least 6 characters with a letter and a digit (spec section 5). */
export const PASSWORD_PATTERN = /^(?=.*[A-Za-z])(?=.*\d).{6,}$/s

/** The longest password that is hashed, in characters; longer ones are refused rather than cut. */
export const PASSWORD_MAX_LENGTH = 256

/**
 * The form in which usernames are compared: unique without regard to case (A3).
 *
 * @param username a valid username, which is ASCII by its pattern
 */
export function usernameKey(username: string): string {
  return username.toLowerCase()
}
