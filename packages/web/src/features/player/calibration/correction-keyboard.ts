/** The steps by which the buttons and the keys change the delay correction, in milliseconds (Y1). */
export const STEPS_MS = [1, 5, 20] as const

type Key = { readonly key: string; readonly shiftKey: boolean }

/** Returns by how many milliseconds a key changes the delay correction. Null if the key has no effect. */
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
