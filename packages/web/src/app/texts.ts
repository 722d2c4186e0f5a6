import { upgradeTexts } from '../features/upgrade/texts.ts'
import { timelineTexts } from '../features/timeline/texts.ts'
import { settingsTexts } from '../features/settings/texts.ts'
import { homeTexts } from '../features/home/texts.ts'
import { friendsTexts } from '../features/friends/texts.ts'
import { browseTexts } from '../features/browse/texts.ts'
import { accountsTexts } from '../features/accounts/texts.ts'
import { loaderTexts } from '../features/loader/texts.ts'
import { loginTexts } from '../features/login/texts.ts'
import { playerTexts } from '../features/player/texts.ts'
import { sessionTexts } from '../features/session/texts.ts'
import { websiteTexts } from '../features/website/texts.ts'
import { apiTexts } from '../shared/api/texts.ts'
import { uiTexts } from '../shared/ui/texts.ts'

/** Every text of the app, joined from the features that use them. */
export const texts = {
  ...uiTexts,
  ...apiTexts,
  ...websiteTexts,
  ...loginTexts,
  ...loaderTexts,
  ...accountsTexts,
  ...homeTexts,
  ...timelineTexts,
  ...friendsTexts,
  ...settingsTexts,
  ...upgradeTexts,
  ...browseTexts,
  ...playerTexts,
  ...sessionTexts,
} as const
