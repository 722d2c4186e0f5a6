import type { Answer } from '@jointly/contract'

/** Waits for an answer and returns its value. Throws if the call was refused. */
export async function granted<T>(answer: Promise<Answer<T>>): Promise<T> {
  const got = await answer
  if (!got.ok) throw new Error(`refused: ${got.status} ${JSON.stringify(got.error)}`)
  return got.value
}

/**
 * Waits for a refusal and returns its status and code, such as `403 forbidden`. If the call was not refused, the text
 * has its value.
 */
export async function refusal(answer: Promise<Answer<unknown>>): Promise<string> {
  const got = await answer
  return got.ok ? `granted ${JSON.stringify(got.value)}` : `${got.status} ${got.error.code}`
}
