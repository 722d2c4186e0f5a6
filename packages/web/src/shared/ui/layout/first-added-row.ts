/**
 * Finds the first row that a button such as "Show more" added to the list above it, or otherwise the section. Added
 * rows have a tab index. The button is in an element of its own after the list, because React then adds the rows
 * before it removes the button.
 */
export const firstAddedRow = (button: HTMLElement): HTMLElement | null =>
  button.parentElement?.previousElementSibling?.querySelector<HTMLElement>('li[tabindex]') ??
  button.closest('section')
