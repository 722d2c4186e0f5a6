import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../setup/install.js'
import { type Check, singleOutcome, skippedOutcome } from './check.ts'

const ruleRow = /^- (?<id>[A-Z]\d+)\b(?<planned> \(planned\))?/gm
const leadingIds = /^(?:[A-Z]\d+\b[ ,·]*)+/

/**
 * Compares docs/rules.md with the tests. Each rule that is not marked as planned needs a passed test whose title starts
 * with its id, and each id at the start of a title must be a rule.
 *
 * @param page the text of docs/rules.md
 * @param titles the titles of all tests that passed
 * @param isComplete false if tests were skipped; a rule without a test is then no problem, because its test may be one
 * of them
 * @returns one sentence per problem
 */
export function checkRules(page: string, titles: readonly string[], isComplete = true): string[] {
  const rows = [...page.matchAll(ruleRow)].map(({ groups }) => ({
    id: groups?.id ?? '',
    planned: groups?.planned !== undefined,
  }))
  const known = new Set(rows.map(({ id }) => id))
  const named = new Set(titles.flatMap((title) => leadingIds.exec(title)?.[0].match(/[A-Z]\d+/g) ?? []))
  const twice = rows.filter(({ id }, index) => rows.findIndex((row) => row.id === id) !== index)
  return [
    ...(rows.length === 0 ? ['docs/rules.md holds no rule'] : []),
    ...twice.map(({ id }) => `${id} is twice in docs/rules.md`),
    ...(isComplete ? rows : [])
      .filter(({ id, planned }) => !planned && !named.has(id))
      .map(({ id }) => `${id} has no test`),
    ...[...named].filter((id) => !known.has(id)).map((id) => `a test names ${id}, which is no rule`),
  ]
}

/**
 * Checks that each rule has a test, and that each id in a test title is a rule. If tests were skipped, the check is
 * skipped too, unless it found another problem than a rule without a test.
 */
export const rules: Check = {
  name: 'rules',
  after: ['unit', 'journeys'],
  async run(found) {
    const page = await readFile(join(root, 'docs/rules.md'), 'utf8')
    const titles = [...found.values()].flatMap((outcome) => outcome.titles)
    const incomplete = [...found].filter(([, { skipped }]) => skipped.length > 0).map(([name]) => name)
    const problems = checkRules(page, titles, incomplete.length === 0)
    if (problems.length > 0 || incomplete.length === 0)
      return singleOutcome(problems.length === 0, problems.join('\n'))
    return skippedOutcome(`rules (${incomplete.join(' and ')} did not run completely)`)
  },
}
