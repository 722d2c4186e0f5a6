/** The changes of the correction by the buttons and the keys, in milliseconds (Y1). */
export const STEPS_MS = [1, 5, 20] as const

type Key = { readonly key: string; readonly shiftKey: boolean }

/** Returns the change of the correction by a key, in milliseconds. Null for a key without effect. */
export function stepOfKey({ key, shiftKey }: Key): number | null {
  const small = shiftKey ? STEPS_MS[1] : STEPS_MS[0]
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return small
    case 'ArrowDown':
    case 'ArrowLeft':
      return -small
    case 'PageUp':
      return STEPS_MS[2]
    case 'PageDown':
      return -STEPS_MS[2]
    default:
      return null
  }
}
