import { nextTask } from '../shared/browser/timers.ts'
import { addTexts } from '../shared/i18n/i18n.ts'
import { loadTexts } from '../shared/i18n/load-texts.ts'
import { loadPage } from './load-page.ts'

/**
 * Loads a part of the app behind the login, together with its texts.
 *
 * @param load the dynamic import of the part
 */
export async function loadInside<T>(load: () => Promise<T>): Promise<T> {
  const [part, { insideTexts }] = await Promise.all([
    // `loadPage` also loads the texts of the public pages. Some screens behind the login need them, for example the
    // registration of a guest.
    loadPage(load),
    import('./inside-texts.ts'),
    loadTexts('inside'),
  ])
  addTexts('en', insideTexts)
  // The screen is drawn in a new task, so that the browser can react to input before.
  await nextTask()
  return part
}
