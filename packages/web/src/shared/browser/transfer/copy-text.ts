/**
 * Copies a text. Over plain http, browsers have no clipboard API. There, this uses an older command that copies the
 * selected text (J9).
 * @param field the input that contains the text; null if there is none
 * @returns false if the browser does not allow copying; the text is selected then
 */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field?.select()
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies over plain http
    return document.execCommand('copy')
  }
}
