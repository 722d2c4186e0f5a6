/**
 * A `ref` for content that appears in place of a form. The content gets the focus, so that screen readers read
 * it and Tab continues there.
 */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
