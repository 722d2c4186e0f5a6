/** The languages of the provider's pages. English is the default. */
export const languages = ['en', 'de', 'es'] as const
export type Language = (typeof languages)[number]

/** The maximum length of a parsed header or parameter. The rest is ignored, so that parsing stays cheap. */
const MAX_CHARACTERS = 256

/**
 * Returns the supported language that the person prefers, or English (W3).
 *
 * @param uiLocales the `ui_locales` parameter of OpenID Connect, which has priority over the header
 */
export function languageOf(uiLocales: string | null, acceptLanguage: string | undefined): Language {
  const asked = (uiLocales ?? '').slice(0, MAX_CHARACTERS).split(' ')
  return knownLanguage(asked) ?? knownLanguage(acceptedTags(acceptLanguage ?? '')) ?? 'en'
}

const knownLanguage = (tags: readonly string[]): Language | undefined =>
  tags
    .map((tag) => languages.find((language) => language === tag.split('-')[0]?.toLowerCase()))
    .find((language) => language !== undefined)

/** Returns the language tags of an `Accept-Language` header, the preferred one first. */
function acceptedTags(header: string): readonly string[] {
  const ranges = header.slice(0, MAX_CHARACTERS).split(',')
  return ranges
    .map((range) => {
      const [tag = '', quality] = range.split(';').map((part) => part.trim())
      return { tag, quality: quality === undefined ? 1 : Number(quality.replace(/^q=/i, '')) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}
