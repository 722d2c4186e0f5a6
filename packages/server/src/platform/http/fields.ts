import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** What zod says where the schema has no word of its own. */
const UNWORDED = 'Invalid input'

const wordOfIssue: Partial<Record<Issue['code'], string>> = {
  invalid_type: 'type',
  too_big: 'too-long',
  too_small: 'too-short',
  invalid_format: 'format',
  invalid_value: 'value',
  invalid_union: 'value',
}

/**
 * The bad inputs of a parse, each by its path with the reason as a short word (E1). What is missing is `required`;
 * a body that is no object at all is named `body`.
 */
export function fieldsOf(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[issue.path.join('.') || 'body'] ??= wordOf(issue)
  return fields
}

function wordOf(issue: Issue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required'
  if (issue.message !== UNWORDED) return issue.message
  return wordOfIssue[issue.code] ?? 'value'
}
