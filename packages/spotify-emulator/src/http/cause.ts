/** Anything as long and dense as a token, code or signature, which a log must not keep. */
const secretLike = /[\w.~+/-]{32,}/g

/** What an unforeseen error says of itself, with where it came from, but without anything that may be a secret. */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  // Paths of source files are as long.
  return text.replace(secretLike, (found) => (found.startsWith('/') ? found : '…'))
}
