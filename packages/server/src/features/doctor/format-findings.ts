import type { Finding } from '@jointly/contract'

const MARKS: Readonly<Record<Finding['state'], string>> = {
  ok: '✓',
  skipped: '–',
  warning: '!',
  problem: '✗',
}
const WIDTH = 10

/** Formats findings for a terminal: one line per finding, and its fix below it. */
export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ check, state, text, fix }) => [
    `${MARKS[state]} ${check.padEnd(WIDTH)} ${text}`,
    ...(fix === undefined ? [] : [`  ${''.padEnd(WIDTH)} → ${fix}`]),
  ])
  return [...lines, '', `${countText(findings, 'problem')}, ${countText(findings, 'warning')}`].join('\n')
}

function countText(findings: readonly Finding[], counted: 'problem' | 'warning'): string {
  const count = findings.filter(({ state }) => state === counted).length
  return `${count} ${counted}${count === 1 ? '' : 's'}`
}
