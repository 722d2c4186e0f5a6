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
    // Some of these screens use texts of public pages, such as the registration of a guest, so `loadPage` is used.
    loadPage(load),
    import('./inside-texts.ts'),
    loadTexts('inside'),
  ])
  addTexts('en', insideTexts)
  // The screen is drawn in a new task, so that the browser can react to input before.
  await nextTask()
  return part
}
