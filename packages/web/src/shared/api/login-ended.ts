import { forgetToken } from '../browser/token.ts'

type Listener = () => void
const listeners = new Set<Listener>()

/** Calls back when the server no longer knows the stored token (A1), after the token has been forgotten. */
export function onLoginEnded(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Forgets the dead token and tells whoever has to react. */
export function endLogin(): void {
  forgetToken()
  for (const listener of listeners) listener()
}
