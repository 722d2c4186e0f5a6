/**
 * Cleans an untrusted text for one line of at most `maxLength` characters (B10). Control characters and line
 * ends become spaces, and characters that change the text direction are removed.
 */
export function cleanText(text: string, maxLength: number): string {
  return (
    text
      // Cuts a huge text here, so that the next steps are fast.
      .slice(0, 4 * maxLength)
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/\p{Bidi_Control}+/gu, '')
      .trim()
      .slice(0, maxLength)
      .trimEnd()
      .toWellFormed()
  )
}
