import { describe, expect, it } from 'vitest'
import { acceptedLanguage } from './language.ts'

describe('the language of a page', () => {
  it.each([
    ['nothing', undefined, 'en'],
    ['an empty text', '', 'en'],
    ['any language', '*', 'en'],
    ['only unknown languages', 'fr-FR,fr;q=0.9,nl', 'en'],
    ['a region', 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['an unknown language before a known one', 'fr,es-419;q=0.4', 'es'],
    ['a later language with more weight', 'en;q=0.3, DE-de ; q=0.7', 'de'],
    ['equal weights', 'es;q=0.5,de;q=0.5', 'es'],
    ['a language that is not wanted', 'de;q=0,es;q=0.1', 'es'],
    ['only a language that is not wanted', 'de;q=0', 'en'],
    ['a parameter that ends like a weight', 'de;xq=1,es;q=0.1', 'es'],
    ['a broken weight', 'de;q=x,es;q=0.1', 'es'],
    ['a language that begins like a known one', 'den,est', 'en'],
    ['a known language after 256 characters', `${'fr,'.repeat(100)}de`, 'en'],
  ])('W3 a header with %s', (_what, header, language) => {
    expect(acceptedLanguage(header)).toBe(language)
  })
})
