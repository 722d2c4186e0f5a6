/**
 * Copies a text. Without a secure context browsers have no clipboard API, so the old command copies the selection (J9).
 *
 * @param field shows the text
 * @returns false if the browser does not allow it; the text is selected then
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
