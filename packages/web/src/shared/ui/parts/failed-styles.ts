/** The running attempts to load styles again, by the link that failed. */
const attempts = new WeakMap<HTMLLinkElement, Promise<void>>()

/** Marks the styles that fail to load. Call this before the first part is loaded. */
export function watchStyles(): void {
  // The event does not bubble. And a link does not say later that it failed, because Firefox gives it a `sheet` too.
  document.addEventListener('error', markFailed, true)
}

function markFailed({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.dataset.failed = ''
}

/**
 * Loads the styles that failed to load. The build adds the styles of a part to the page only once, also if that was for a
 * preload or for another part, so a later import would show the part without them.
 * @returns rejects if they failed again
 */
export async function loadFailedStyles(): Promise<void> {
  // The build renders the prepared page without a document.
  if (typeof document === 'undefined') return
  await Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[data-failed]')].map(loadAgain))
}

function loadAgain(failed: HTMLLinkElement): Promise<void> {
  const attempt = attempts.get(failed) ?? replaceLink(failed).finally(() => attempts.delete(failed))
  attempts.set(failed, attempt)
  return attempt
}

/** Replaces the link when its styles are loaded. The new link has the same place, because the order of styles matters. */
const replaceLink = (failed: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = failed.crossOrigin
    link.href = failed.href
    link.addEventListener('load', () => {
      failed.remove()
      resolve()
    })
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`The styles ${link.href} could not be loaded`))
    })
    failed.after(link)
  })
