import { accountsTexts } from '../features/accounts/texts.ts'
import { browseTexts } from '../features/browse/texts.ts'
import { doctorTexts } from '../features/doctor/texts.ts'
import { friendsTexts } from '../features/friends/texts.ts'
import { homeTexts } from '../features/home/texts.ts'
import { calibrationTexts } from '../features/player/calibration/texts.ts'
import { playerTexts } from '../features/player/texts.ts'
import { peopleTexts } from '../features/session/people/texts.ts'
import { sessionTexts } from '../features/session/texts.ts'
import { settingsTexts } from '../features/settings/texts.ts'
import { timelineTexts } from '../features/timeline/texts.ts'
import { upgradeTexts } from '../features/upgrade/texts.ts'
import { historyTexts } from '../shared/history/texts.ts'

/** The texts of all screens behind the login. They are loaded when the first of these screens opens. */
export const insideTexts = {
  ...accountsTexts,
  ...homeTexts,
  ...timelineTexts,
  ...historyTexts,
  ...friendsTexts,
  ...settingsTexts,
  ...upgradeTexts,
  ...browseTexts,
  ...doctorTexts,
  ...playerTexts,
  ...calibrationTexts,
  ...sessionTexts,
  ...peopleTexts,
} as const
