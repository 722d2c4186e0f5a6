/** The languages of Jointly (W1). English is the default. */
export const languageCodes = ['en', 'de', 'es'] as const
export type Language = (typeof languageCodes)[number]

/** A longer header is cut to this length. */
const MAX_CHARACTERS = 256

/**
 * Returns the language for an `Accept-Language` header: the most preferred language that Jointly has (W3). English if
 * there is none, or no header.
 */
export function acceptedLanguage(header: string | undefined): Language {
  const ranges = (header ?? '').slice(0, MAX_CHARACTERS).split(',')
  const preferred = ranges
    .map((range) => {
      const [tag = '', quality] = range.split(';').map((part) => part.trim())
      return { language: languageOfTag(tag), quality: quality === undefined ? 1 : qualityOf(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return preferred.find(({ language }) => language !== undefined)?.language ?? 'en'
}

/** Returns the language of a tag such as `de-AT`. Undefined if Jointly does not have it. */
function languageOfTag(tag: string): Language | undefined {
  const code = tag.split('-')[0]?.toLowerCase()
  return languageCodes.find((language) => language === code)
}

const qualityOf = (parameter: string): number => Number(parameter.replace(/^q=/i, ''))
