import { type RefObject, useEffect, useState } from 'react'

/**
 * Returns whether a number field of a form has a text that is not allowed (H1). Such a text is no part of the edit, but
 * it is an unsaved change.
 */
export const hasInvalidNumber = (form: HTMLFormElement | null): boolean =>
  [...(form?.querySelectorAll('input[type=number]') ?? [])].some(
    (input) => input instanceof HTMLInputElement && !input.validity.valid,
  )

/**
 * Watches the number fields of a form.
 * @returns whether one of them has a text that is not allowed; call `check` after each change of the form
 */
export function useInvalidNumber(form: RefObject<HTMLFormElement | null>): {
  isInvalid: boolean
  check: () => void
} {
  const [isInvalid, setInvalid] = useState(false)
  const check = () => setInvalid(hasInvalidNumber(form.current))
  // Other changes reset the fields too, for example Discard.
  useEffect(check)
  return { isInvalid, check }
}
