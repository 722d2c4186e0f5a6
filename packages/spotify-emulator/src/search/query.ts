import { fold } from './fold.ts'

const fields = ['artist', 'track', 'album', 'genre', 'isrc', 'year'] as const
export type Field = Exclude<(typeof fields)[number], 'year'>

/** A search as asked: free words, field filters, a span of years. All texts are folded. */
export type SearchQuery = {
  readonly phrase: string
  readonly words: readonly string[]
  readonly filters: ReadonlyMap<Field, readonly string[]>
  readonly years: { readonly from: number; readonly to: number } | null
}

const filterPattern =
  /(?:^|\s)(artist|track|album|genre|isrc|year):\s*(?:"([^"]*)"|(.*?))(?=\s+(?:artist|track|album|genre|isrc|year):|\s*$|(?<=")\s)/gi

/**
 * Reads a search text: `love artist:nova year:2019-2021`. An unquoted filter takes the words up to the next
 * filter; quotes end it earlier. A year that is none is left out.
 */
export function parseQuery(text: string): SearchQuery {
  const filters = new Map<Field, readonly string[]>()
  let years: SearchQuery['years'] = null
  const rest = text.replace(
    filterPattern,
    (_whole, name: string, quoted: string | undefined, bare: string | undefined) => {
      const value = (quoted ?? bare ?? '').trim()
      const field = fields.find((known) => known === name.toLowerCase())
      if (field === 'year') years = yearsOf(value)
      else if (field !== undefined) filters.set(field, fold(value).split(' ').filter(Boolean))
      return ' '
    },
  )
  const phrase = fold(rest)
  return { phrase, words: phrase.split(' ').filter(Boolean), filters, years }
}

function yearsOf(value: string): SearchQuery['years'] {
  const match = /^(\d{4})(?:-(\d{4}))?$/.exec(value)
  if (match === null) return null
  return { from: Number(match[1]), to: Number(match[2] ?? match[1]) }
}
