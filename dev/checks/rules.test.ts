import { describe, expect, it } from 'vitest'
import { singleOutcome, skippedOutcome } from './check.ts'
import { checkRules, rules } from './rules.ts'

const page = ['# Rules', '- X1 Votes count.', '- X2 (planned) Later.', 'see X9'].join('\n')

describe('the check of the rules', () => {
  it('passes when each built rule starts a title', () => {
    expect(checkRules(page, ['X1 a vote counts', 'other'])).toEqual([])
  })

  it('names a rule without a test, but not a planned one', () => {
    expect(checkRules(page, ['a vote counts (X1)'])).toEqual(['X1 has no test'])
  })

  it('names an id that is not a rule, also after another id', () => {
    expect(checkRules(page, ['X1 X9 a vote counts'])).toEqual(['a test names X9, which is no rule'])
  })

  it('names a duplicate rule', () => {
    expect(checkRules(`${page}\n- X1 Again.`, ['X1'])).toEqual(['X1 is twice in docs/rules.md'])
  })

  it('fails for an empty page', () => {
    expect(checkRules('', [])).toEqual(['docs/rules.md holds no rule'])
  })
})

describe('the check of the rules when the journeys did not run', () => {
  const checkWith = (titles: readonly string[]) =>
    rules.run(
      new Map([
        ['unit', { ...singleOutcome(true, ''), titles }],
        ['journeys', skippedOutcome('journeys (no Chromium found)')],
      ]),
    )

  it('is skipped instead of reporting the rules whose tests did not run', async () => {
    expect(await checkWith(['V2 an added song gets one up-vote'])).toEqual(
      skippedOutcome('rules (journeys did not run completely)'),
    )
  })

  it('still fails for an id that is not a rule', async () => {
    expect(await checkWith(['Z999 nothing'])).toEqual(
      singleOutcome(false, 'a test names Z999, which is no rule'),
    )
  })
})
