import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** The message that zod uses if the schema defines none. */
const DEFAULT_MESSAGE = 'Invalid input'

const reasons: Partial<Record<Issue['code'], string>> = {
  invalid_type: 'type',
  too_big: 'too-long',
  too_small: 'too-short',
  invalid_format: 'format',
  invalid_value: 'value',
  invalid_union: 'value',
}

/**
 * Returns the invalid fields of a body or query (E1). The key is the path of a field, and the value is a code such as
 * `required`. If the body is not an object, the key is `body`.
 */
export function fieldsOf(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[issue.path.join('.') || 'body'] ??= reasonOf(issue)
  return fields
}

function reasonOf(issue: Issue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required'
  if (issue.message !== DEFAULT_MESSAGE) return issue.message
  return reasons[issue.code] ?? 'value'
}
