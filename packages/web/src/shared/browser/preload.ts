/**
 * Loads a part of the app before it is needed. A failure is ignored, because the part is loaded again when it is
 * needed.
 */
export function preload(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
