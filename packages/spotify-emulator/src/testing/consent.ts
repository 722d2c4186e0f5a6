import { type TestEmulator, Tokens } from './test-emulator.ts'

/** Opens the consent page, and returns its cookie and a function that submits its form. */
export async function visit(emulator: TestEmulator, changes: Record<string, string | null> = {}) {
  const { url, verifier } = emulator.authorizeUrl(changes)
  const page = await fetch(url)
  const html = await page.text()
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
  const request = /name="request" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const submit = (form: Record<string, string>, headers: Record<string, string> = { cookie }) =>
    fetch(`${emulator.base}/accounts/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams({ request, ...form }),
    })
  return { page, html, cookie, submit, verifier }
}

/** Reads the query parameters of the redirect to the app. */
export const redirectParams = (response: Response): URLSearchParams =>
  new URL(response.headers.get('location') ?? '').searchParams

/**
 * Gives consent on the page, as a bundled listener (`person`) or with a typed name (`name`). Then exchanges the
 * code for tokens.
 * @param former refresh tokens of earlier consents of the same person
 */
export async function consentOnPage(
  emulator: TestEmulator,
  form: { readonly person: string } | { readonly name: string },
  former: readonly string[] = [],
): Promise<Tokens> {
  const { submit, verifier } = await visit(emulator)
  const code = redirectParams(await submit({ decision: 'allow', ...form })).get('code') ?? ''
  const exchange = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: emulator.redirectUri,
    client_id: 'public',
    code_verifier: verifier,
  })
  for (const token of former) exchange.append('former_refresh_token', token)
  const answer = await fetch(`${emulator.base}/accounts/api/token`, { method: 'POST', body: exchange })
  return Tokens.parse(await answer.json())
}
