import { stageTexts } from '../features/stage/texts.ts'
import { addTexts } from '../shared/i18n/i18n.ts'
import { loadTexts } from '../shared/i18n/load-texts.ts'
import { loadPage } from './load-page.ts'

/** Loads the big screen together with its texts. */
export async function loadStage() {
  const [screen] = await Promise.all([loadPage(() => import('./live/StageScreen.tsx')), loadTexts('stage')])
  addTexts('en', stageTexts)
  return screen
}
