/**
 * A text that a stranger's file or a person gave, fit to be shown on one line (B10): control characters and line ends are
 * spaces, characters that turn the direction of what follows are gone, and it is no longer than `mostCharacters`.
 */
export function cleanText(text: string, mostCharacters: number): string {
  return (
    text
      // A few more than can stay, so that a huge text costs nothing.
      .slice(0, 4 * mostCharacters)
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/\p{Bidi_Control}+/gu, '')
      .trim()
      .slice(0, mostCharacters)
      .trimEnd()
      .toWellFormed()
  )
}
