/**
 * A `ref` for content that replaces a form with the focus. It gets the focus, so that screen readers read it
 * and Tab continues there.
 */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
