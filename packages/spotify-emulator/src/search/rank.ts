import type { SearchQuery } from './query.ts'

/** How well one searched word meets a text: whole word, start of a word, inside of a word, not at all. */
function wordWeight(word: string, text: string): number {
  const padded = ` ${text} `
  if (padded.includes(` ${word} `)) return 3
  if (padded.includes(` ${word}`)) return 2
  // Scripts without spaces, and people who remember only the end; one Latin letter would match everything.
  return word.length > 1 && text.includes(word) ? 1 : 0
}

/** Every word is in the text, at least as the start of a word or inside of one. */
export const wordsMatch = (words: readonly string[], text: string): boolean =>
  words.every((word) => wordWeight(word, text) > 0)

/**
 * How well a thing called `name` (with `others` it is also found by) answers a query; 0 if it does not.
 * Every word must be found somewhere. A name that is the phrase beats one that starts with it, that one a name
 * that contains it; then each word counts by where it was found, and a shorter name is the better answer.
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
