/**
 * Loads a part of the app before it is needed. A failure is ignored, because the part is loaded again when it is
 * needed, and only then a failure matters.
 */
export function preload(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
