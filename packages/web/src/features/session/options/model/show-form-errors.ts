/**
 * Shows the errors of a form and moves the focus to the first invalid field. A field that shows its error itself
 * cancels the `invalid` event, so the browser adds no message and does not move the focus.
 * @returns true if the form has no error
 */
export function showFormErrors(form: HTMLFormElement): boolean {
  if (form.reportValidity()) return true
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement)
  inputs.find(({ validity }) => !validity.valid)?.focus()
  return false
}
