/** As `ref` of what replaces the form that had the focus: it is read aloud, and the keyboard goes on from there. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
