import { DOUBLE_TAP_MS } from '../../../shared/browser/timers.ts'

/**
 * Creates the check for double taps on the toggles of a session: votes, the add button and the skip button. An
 * impatient person may tap twice instead of once, so the second tap is ignored (V9).
 * @param after starts a timer
 * @returns a function that returns whether a press must be ignored; `isOn` is the value that the press would set
 */
export function createDoubleTapCheck(
  after: (delayMs: number, run: () => void) => void,
): (toggle: string, isOn: boolean) => boolean {
  const recent = new Map<string, { readonly isOn: boolean }>()
  return (toggle, isOn) => {
    const last = recent.get(toggle)
    const isIgnored = last !== undefined && last.isOn !== isOn
    const press = { isOn: isIgnored ? last.isOn : isOn }
    recent.set(toggle, press)
    after(DOUBLE_TAP_MS, () => {
      if (recent.get(toggle) === press) recent.delete(toggle)
    })
    return isIgnored
  }
}
