import type { Check } from './check.ts'

/** The checks to run, and those of them that run only because another one needs their results; or why nothing runs. */
export type Choice =
  | { readonly checks: readonly Check[]; readonly added: readonly string[] }
  | { readonly refusal: string }

/**
 * Chooses the checks of `npm test`.
 * @param args the arguments: `quick`, names of checks, or both; without names, all checks run
 * @param all the checks of `npm test`
 * @param quick the checks of `npm test -- quick`
 */
export function chooseChecks(
  args: readonly string[],
  all: readonly Check[],
  quick: readonly Check[],
): Choice {
  const isQuick = args.includes('quick')
  const wanted = args.filter((name) => name !== 'quick')
  const offered = isQuick ? quick : all
  const names = [...(isQuick ? [] : ['quick']), ...offered.map(({ name }) => name)].join(', ')
  const refuse = (what: string): Choice => ({
    refusal: `npm test${isQuick ? ' -- quick' : ''} has no check ${what}. It has: ${names}.`,
  })
  const find = (wantedName: string) => offered.find(({ name }) => name === wantedName)
  const unknown = wanted.filter((name) => !find(name))
  if (unknown.length > 0) return refuse(unknown.join(', '))
  const needs = wanted.flatMap((by) => (find(by)?.after ?? []).map((name) => ({ name, by })))
  const missing = needs.find(({ name }) => !find(name))
  if (missing) return refuse(`${missing.name}, which ${missing.by} needs`)
  if (wanted.length === 0) return { checks: offered, added: [] }
  const added = [...new Set(needs.map(({ name }) => name))].filter((name) => !wanted.includes(name))
  return { checks: offered.filter(({ name }) => [...wanted, ...added].includes(name)), added }
}
