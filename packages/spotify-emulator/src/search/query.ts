import { fold } from '@jointly/music-library'

const fields = ['artist', 'track', 'album', 'genre', 'isrc', 'year'] as const
export type Field = Exclude<(typeof fields)[number], 'year'>

/** A parsed search text: words, field filters, and a range of years. All texts are normalized with `fold`. */
export type SearchQuery = {
  readonly phrase: string
  /** The words of the search without duplicates. */
  readonly words: readonly string[]
  readonly filters: ReadonlyMap<Field, readonly string[]>
  readonly years: { readonly from: number; readonly to: number } | null
}

/** Matches the name and colon of a filter. The pattern is fast for every input, because it has no repetition. */
const filterStart = /(?<=^|\s)(artist|track|album|genre|isrc|year):/gi

/**
 * Parses a search such as `love artist:nova year:2019-2021` in linear time (B7). An unquoted value of a filter ends
 * at the next filter, and a quoted value ends at its closing quote. An invalid year is ignored.
 */
export function parseQuery(text: string): SearchQuery {
  const filters = new Map<Field, readonly string[]>()
  let years: SearchQuery['years'] = null
  const free: string[] = []
  const starts = [...text.matchAll(filterStart)]
  const lastQuote = text.lastIndexOf('"')
  let at = 0
  for (const [index, start] of starts.entries()) {
    // A match inside the quotes of the previous filter is not a filter.
    if (start.index < at) continue
    free.push(text.slice(at, start.index))
    const { value, end } = valueAt(text, start.index + start[0].length, lastQuote, starts[index + 1]?.index)
    const field = fields.find((known) => known === start[1]?.toLowerCase())
    if (field === 'year') years = yearsOf(value)
    else if (field !== undefined) filters.set(field, wordsOf(fold(value)))
    at = end
  }
  free.push(text.slice(at))
  const phrase = fold(free.join(' '))
  return { phrase, words: wordsOf(phrase), filters, years }
}

/** Returns the value of a filter whose name ends at `from`, and the position at which the value ends. */
function valueAt(
  text: string,
  from: number,
  lastQuote: number,
  next = text.length,
): { readonly value: string; readonly end: number } {
  const bare = text.slice(from, next)
  const opening = from + bare.length - bare.trimStart().length
  if (text[opening] !== '"' || lastQuote <= opening) return { value: bare.trim(), end: next }
  const closing = text.indexOf('"', opening + 1)
  return { value: text.slice(opening + 1, closing).trim(), end: closing + 1 }
}

const wordsOf = (folded: string): readonly string[] => [...new Set(folded.split(' ').filter(Boolean))]

function yearsOf(value: string): SearchQuery['years'] {
  const match = /^(\d{4})(?:-(\d{4}))?$/.exec(value)
  if (match === null) return null
  return { from: Number(match[1]), to: Number(match[2] ?? match[1]) }
}
