import type { Finding } from '@jointly/contract'

const MARKS: Readonly<Record<Finding['state'], string>> = {
  ok: '✓',
  skipped: '–',
  warning: '!',
  problem: '✗',
}
const WIDTH = 10

/** The findings as lines for a terminal, one a finding, and below it what to do. */
export function printed(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ check, state, text, fix }) => [
    `${MARKS[state]} ${check.padEnd(WIDTH)} ${text}`,
    ...(fix === undefined ? [] : [`  ${''.padEnd(WIDTH)} → ${fix}`]),
  ])
  return [...lines, '', `${counted(findings, 'problem')}, ${counted(findings, 'warning')}`].join('\n')
}

function counted(findings: readonly Finding[], wanted: 'problem' | 'warning'): string {
  const count = findings.filter(({ state }) => state === wanted).length
  return `${count} ${wanted}${count === 1 ? '' : 's'}`
}
