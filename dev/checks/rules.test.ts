import { describe, expect, it } from 'vitest'
import { checkRules } from './rules.ts'

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
