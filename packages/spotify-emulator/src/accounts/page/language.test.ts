import { expect, it } from 'vitest'
import { redirectParams } from '../../testing/consent.ts'
import { startEmulator, type TestEmulator } from '../../testing/test-emulator.ts'
import { lists } from '../../testing/tone-library.ts'

/** Opens the consent page in a browser with these languages. */
async function open(emulator: TestEmulator, acceptLanguage: string, uiLocales: string | null = null) {
  const { url } = emulator.authorizeUrl({ ui_locales: uiLocales })
  const page = await fetch(url, { headers: { 'accept-language': acceptLanguage } })
  const html = await page.text()
  return { page, html, lang: /<html lang="(\w+)">/.exec(html)?.[1] }
}

it('W3 the consent page is in the language of the browser, and tells caches so', async () => {
  const emulator = await startEmulator()
  const { page, html, lang } = await open(emulator, 'de-AT,de;q=0.9,en;q=0.8')
  expect(lang).toBe('de')
  expect(page.headers.get('vary')).toBe('Accept-Language')
  for (const words of [
    'Wähle ein Hörerprofil',
    '>Erlauben<',
    '>Ablehnen<',
    'deine Playlists und ihre Lieder sehen',
  ])
    expect(html).toContain(words)
  for (const words of ['listener profile', 'Someone new', '>Allow<', 'playlists and'])
    expect(html).not.toContain(words)
  expect((await open(emulator, 'es-419')).html).toContain('Elige un perfil de oyente')
})

it.each([
  ['nothing', '', 'en'],
  ['any language', '*', 'en'],
  ['only unknown languages', 'fr-FR,fr;q=0.9,nl', 'en'],
  ['an unknown language before a known one', 'fr,es;q=0.4', 'es'],
  ['a later language with more weight', 'en;q=0.3, DE-de ; q=0.7', 'de'],
  ['a language that is not wanted', 'de;q=0,es;q=0.1', 'es'],
  ['a broken weight', 'de;q=x,es;q=0.1', 'es'],
  ['a language that begins like a known one', 'den,est', 'en'],
  ['markup', '"><script>', 'en'],
  ['a known language after 256 characters', `${'fr,'.repeat(100)}de`, 'en'],
])('W3 a header with %s', async (_what, header, language) => {
  expect((await open(await startEmulator(), header)).lang).toBe(language)
})

it('W3 the language of the app comes before that of the browser', async () => {
  const emulator = await startEmulator()
  expect((await open(emulator, 'de', 'es')).lang).toBe('es')
  expect((await open(emulator, 'de', 'fr-CA es-MX')).lang).toBe('es')
  expect((await open(emulator, 'de', 'fr "><script>')).lang).toBe('de')
  expect((await open(emulator, 'de', `${'fr '.repeat(100)}es`)).lang).toBe('de')
})

it('W3 the form is shown again in the same language', async () => {
  const emulator = await startEmulator()
  const { page, html } = await open(emulator, 'en', 'de')
  const request = /name="request" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
  const submit = (form: Record<string, string>, headers: Record<string, string>) =>
    fetch(`${emulator.base}/accounts/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'accept-language': 'en', ...headers },
      body: new URLSearchParams({ request, decision: 'allow', ...form }),
    })
  const again = await (await submit({ person: 'new', name: ' ' }, { cookie })).text()
  expect(again).toContain('<html lang="de">')
  expect(again).toContain('Bitte gib einen Namen')
  expect(redirectParams(await submit({ person: 'ann' }, { cookie })).get('code')).not.toBeNull()
  const ended = await submit({ person: 'ann' }, { cookie, 'accept-language': 'es' })
  expect([ended.status, await ended.text()]).toEqual([400, expect.stringContaining('ya no es válida')])
})

it('W3 the public page of a playlist says in the language of the browser what it is', async () => {
  const { base } = await startEmulator()
  const page = await fetch(`${base}/open/playlist/${lists.bens.id}`, { headers: { 'accept-language': 'es' } })
  expect(page.headers.get('vary')).toBe('Accept-Language')
  const html = await page.text()
  expect(html).toContain('<html lang="es">')
  expect(html).toContain('<p class="kind">Lista</p>')
})
