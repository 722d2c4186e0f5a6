import { describe, expect, it } from 'vitest'
import { checkLinks, checkSpecCoverage } from './spec-coverage.ts'

const files: Record<string, string> = {
  'packages/vote.ts': '',
  'packages/vote.test.ts': "it('V1 a vote counts', () => {})",
  'docs/decisions/001-other.md': '',
}
const checkRows = (...rows: string[]) =>
  checkSpecCoverage(rows.join('\n'), {
    exists: (path) => path in files,
    read: (path) => files[path] ?? '',
  })

const place = '[vote.ts](../packages/vote.ts)'
const test = '[vote.test.ts](../packages/vote.test.ts)'
const decision = '[001](decisions/001-other.md)'

describe('the check of links in other pages', () => {
  const links = (text: string) =>
    checkLinks('docs/security.md', text, {
      exists: (path) => path in files,
      read: (path) => files[path] ?? '',
    })

  it('passes for existing files, existing titles, anchors, and other sites', () => {
    expect(
      links(
        `${test} “V1 a vote counts”, [decision](decisions/001-other.md#context), [here](#x), [a](https://b.c/d)`,
      ),
    ).toEqual([])
  })

  it('names a missing file, and a title that is not in its file', () => {
    expect(links(`[old](../packages/old.ts) ${test} “V1 a vote”`)).toEqual([
      'docs/security.md names packages/old.ts, which is not there',
      'docs/security.md names “V1 a vote”, which packages/vote.test.ts does not hold',
    ])
  })

  it('names a link that is called like another file', () => {
    expect(
      links('[stage-vote.test.ts](../packages/vote.test.ts), [a vote](../packages/vote.test.ts)'),
    ).toEqual(['docs/security.md calls packages/vote.test.ts “stage-vote.test.ts”'])
  })
})

describe('the check of the specification’s statements', () => {
  it('passes with a place and a test, or with a decision, and counts both', () => {
    expect(
      checkRows(
        `| 1.1 | People vote. | ${place} | ${test} “V1 a vote counts” | |`,
        `| 1.2 | People shout. | | | ${decision} |`,
        `| 1.3 | People vote again. | ${place}<br>${place} | ${test}<br>${test} “V1 a vote counts” | ${decision} |`,
      ),
    ).toEqual({ problems: [], rows: 3, deviating: 2 })
  })

  it('names a row with neither test nor decision, or without a place', () => {
    expect(checkRows(`| 1.1 | People vote. | ${place} | | |`).problems).toEqual([
      '1.1 has neither a test nor a decision',
    ])
    expect(checkRows(`| 1.1 | People vote. | | ${test} | |`).problems).toEqual(['1.1 names no place'])
  })

  it('names a missing file, and one that is not a test or not a decision', () => {
    expect(
      checkRows(
        `| 1.1 | People vote. | [old.ts](../packages/old.ts) | ${test} | |`,
        `| 1.2 | People vote. | ${place} | ${place} | |`,
        `| 1.3 | People vote. | ${place} | | ${place} |`,
      ).problems,
    ).toEqual([
      '1.1 names packages/old.ts, which is not there',
      '1.2 names packages/vote.ts, which is no test',
      '1.3 names packages/vote.ts, which is no decision',
    ])
  })

  it('names a link that is called like another file', () => {
    const other = '[stage-vote.test.ts](../packages/vote.test.ts)'
    expect(checkRows(`| 1.1 | People vote. | ${place} | ${other} | |`).problems).toEqual([
      '1.1 calls packages/vote.test.ts “stage-vote.test.ts”',
    ])
  })

  it('names a title that is not in its file, or only in part', () => {
    expect(checkRows(`| 1.1 | People vote. | ${place} | ${test} “V1 a vote” | |`).problems).toEqual([
      '1.1 names “V1 a vote”, which packages/vote.test.ts does not hold',
    ])
  })

  it('names a duplicate row, and one that it cannot read', () => {
    const row = `| 1.1 | People vote. | ${place} | ${test} | |`
    expect(checkRows(row, row).problems).toEqual(['1.1 is twice in docs/spec-coverage.md'])
    expect(checkRows(row, '| 1.2 | People shout. | no more cells |').problems).toEqual([
      'docs/spec-coverage.md has 1 rows that are not of five cells',
    ])
  })

  it('fails for an empty page', () => {
    expect(checkRows('').problems).toEqual(['docs/spec-coverage.md holds no row'])
  })
})
