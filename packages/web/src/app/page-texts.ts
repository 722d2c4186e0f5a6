import { guestTexts } from '../features/guest/texts.ts'
import { invitationTexts } from '../features/link-invitation/texts.ts'
import { accountPageTexts } from '../features/login/texts.ts'
import { websitePageTexts } from '../features/website/texts.ts'

/** The texts of all public pages except the first screen. They are loaded when the first of these pages opens. */
export const pageTexts = {
  ...websitePageTexts,
  ...accountPageTexts,
  ...invitationTexts,
  ...guestTexts,
} as const
