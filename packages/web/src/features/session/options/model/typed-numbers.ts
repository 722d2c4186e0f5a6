/**
 * Stores numbers that are not allowed, as they were typed. A change of the layout removes the fields, and the new fields
 * show the same text (H1).
 */
export type TypedNumbers = {
  /**
   * Returns what a field shows at first.
   * @param value the number of the edit; a text that was typed while the field had another number is not shown any more
   */
  shown(field: string, value: number | null): string
  /** Stores the text of a field. @param text null if the number is allowed now */
  keep(field: string, value: number | null, text: string | null): void
  clear(): void
}

export function createTypedNumbers(): TypedNumbers {
  const typed = new Map<string, { value: number | null; text: string }>()
  return {
    shown(field, value) {
      const stored = typed.get(field)
      return stored?.value === value ? stored.text : textOf(value)
    },
    keep(field, value, text) {
      if (text === null) typed.delete(field)
      else typed.set(field, { value, text })
    },
    clear: () => typed.clear(),
  }
}

export const textOf = (value: number | null): string => (value === null ? '' : String(value))
