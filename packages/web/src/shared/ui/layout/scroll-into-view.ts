/** A ref that scrolls an element into view when the element appears, because it may be outside the visible part. */
export const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
