import { guestTexts } from '../features/guest/texts.ts'
import { invitationTexts } from '../features/invitation/texts.ts'
import { accountPageTexts } from '../features/login/texts.ts'
import { websitePageTexts } from '../features/website/texts.ts'

/** The texts of the public pages after the first screen. They are loaded with the first of these pages. */
export const pageTexts = {
  ...websitePageTexts,
  ...accountPageTexts,
  ...invitationTexts,
  ...guestTexts,
} as const
