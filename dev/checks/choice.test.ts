import { describe, expect, it } from 'vitest'
import { type Check, singleOutcome } from './check.ts'
import { chooseChecks } from './choice.ts'

const check = (name: string, after: readonly string[] = []): Check => ({
  ...{ name, after },
  run: async () => singleOutcome(true, ''),
})
const [unit, lint, journeys, rules] = [
  check('unit'),
  check('lint'),
  check('journeys'),
  check('rules', ['unit', 'journeys']),
]
const quickUnit = check('unit')
const quickRules = check('rules', ['unit', 'journeys'])

const choose = (...args: string[]) => chooseChecks(args, [unit, lint, journeys, rules], [quickUnit, lint])

describe('the choice of the checks', () => {
  it('is all checks, or all quick ones, without a name', () => {
    expect(choose()).toEqual({ checks: [unit, lint, journeys, rules], added: [] })
    expect(choose('quick')).toEqual({ checks: [quickUnit, lint], added: [] })
  })

  it('is the named checks, with those whose results they need', () => {
    expect(choose('lint')).toEqual({ checks: [lint], added: [] })
    expect(choose('rules')).toEqual({ checks: [unit, journeys, rules], added: ['unit', 'journeys'] })
  })

  it('is the named checks of the quick ones, wherever the word quick is', () => {
    const chosen = choose('quick', 'unit')
    expect(chosen).toEqual({ checks: [quickUnit], added: [] })
    expect(choose('unit', 'quick')).toEqual(chosen)
  })

  it('refuses a name that no check has', () => {
    expect(choose('lint', 'test')).toEqual({
      refusal: 'npm test has no check test. It has: quick, unit, lint, journeys, rules.',
    })
  })

  it('refuses a check that is not a quick one, instead of leaving it out', () => {
    expect(choose('quick', 'lint', 'journeys')).toEqual({
      refusal: 'npm test -- quick has no check journeys. It has: unit, lint.',
    })
  })

  it('refuses a check that needs the results of a check that is not a quick one', () => {
    expect(chooseChecks(['quick', 'rules'], [unit, journeys, rules], [quickUnit, quickRules])).toEqual({
      refusal: 'npm test -- quick has no check journeys, which rules needs. It has: unit, rules.',
    })
  })
})
