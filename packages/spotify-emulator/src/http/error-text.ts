/** Matches text that may be a token, code or signature and must not be in a log. */
const secretLike = /[\w.~+/-]{32,}/g

/** Returns the stack or message of an error, without text that may be a secret. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  // A long text that starts with a slash stays, because it is the path of a source file and not a secret.
  return text.replace(secretLike, (found) => (found.startsWith('/') ? found : '…'))
}
