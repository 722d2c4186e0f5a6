/**
 * Cleans an untrusted text for one line (B10): control characters and line ends become spaces, characters that change
 * the text direction are removed, and the length is at most `maxLength`.
 */
export function cleanText(text: string, maxLength: number): string {
  return (
    text
      // Cuts a huge text early, so that the rest is cheap.
      .slice(0, 4 * maxLength)
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/\p{Bidi_Control}+/gu, '')
      .trim()
      .slice(0, maxLength)
      .trimEnd()
      .toWellFormed()
  )
}
