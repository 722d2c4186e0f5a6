import { addTexts } from '../shared/i18n/i18n.ts'
import { loadTexts } from '../shared/i18n/load-texts.ts'

/**
 * Loads a part of the app behind the login, together with its texts.
 *
 * @param load the dynamic import of the part
 */
export async function loadInside<T>(load: () => Promise<T>): Promise<T> {
  const [part, { insideTexts }] = await Promise.all([
    load(),
    import('./inside-texts.ts'),
    loadTexts('inside'),
  ])
  addTexts('en', insideTexts)
  return part
}
