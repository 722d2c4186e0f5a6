import type { SearchQuery } from './query.ts'

/**
 * Returns how well a word matches a text: 3 for a whole word, 2 for the start of a word, 1 inside a word, 0 for
 * no match.
 */
function wordWeight(word: string, text: string): number {
  const padded = ` ${text} `
  if (padded.includes(` ${word} `)) return 3
  if (padded.includes(` ${word}`)) return 2
  // A match inside a word counts, because some scripts have no spaces. A single letter does not count, because
  // almost every text contains it.
  return word.length > 1 && text.includes(word) ? 1 : 0
}

export const wordsMatch = (words: readonly string[], text: string): boolean =>
  words.every((word) => wordWeight(word, text) > 0)

/**
 * Calculates the score of an entry. Names that equal, start with or contain the whole phrase have the highest
 * scores. The score is 0 if a word of the query is not in any text.
 * @param others additional texts of the entry, the most important first
 */
export function scoreOf(query: SearchQuery, name: string, others: readonly string[]): number {
  let score = 1
  for (const word of query.words) {
    const inName = wordWeight(word, name) * 10
    const elsewhere = others.map((text, rank) => wordWeight(word, text) * Math.max(1, 6 - 2 * rank))
    const best = Math.max(inName, ...elsewhere)
    if (best === 0) return 0
    score += best
  }
  const { phrase } = query
  if (phrase === '') return score
  if (name === phrase) score += 1000
  else if (name.startsWith(`${phrase} `)) score += 400
  else if (name.startsWith(phrase)) score += 300
  else if (` ${name} `.includes(` ${phrase} `)) score += 200
  else if (others[0] === phrase) score += 250
  return score + 10 / (10 + name.length)
}
