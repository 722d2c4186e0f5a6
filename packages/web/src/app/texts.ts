import { playerTexts } from '../features/player/texts.ts'
import { sessionTexts } from '../features/session/texts.ts'
import { apiTexts } from '../shared/api/texts.ts'
import { uiTexts } from '../shared/ui/texts.ts'

/** Every text of the app, joined from the features that use them. */
export const texts = {
  ...uiTexts,
  ...apiTexts,
  ...playerTexts,
  ...sessionTexts,
} as const
