import { addTexts } from '../shared/i18n/i18n.ts'

/**
 * Loads a public page other than the first screen, together with its English texts. In the other languages, these
 * texts are already loaded with the texts of the first screen.
 *
 * @param load the dynamic import of the page
 */
export async function loadPage<T>(load: () => Promise<T>): Promise<T> {
  const [page, { pageTexts }] = await Promise.all([load(), import('./page-texts.ts')])
  addTexts('en', pageTexts)
  return page
}
