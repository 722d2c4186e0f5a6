/** Matches text that may be a token, code or signature, which must not be in a log. */
const secretLike = /[\w.~+/-]{32,}/g

/** The stack or message of an error, without text that may be a secret. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  // A long text that starts with a slash is the path of a source file, not a secret.
  return text.replace(secretLike, (found) => (found.startsWith('/') ? found : '…'))
}
