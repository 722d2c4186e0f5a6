/**
 * Returns a random id. `crypto.randomUUID` is not used, because it is missing on pages without a secure context (J9).
 */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36).padStart(7, '0')).join('-')
