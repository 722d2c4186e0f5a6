import { loaderTexts } from '../features/loader/texts.ts'
import { loginTexts } from '../features/login/texts.ts'
import { websiteTexts } from '../features/website/texts.ts'
import { providerTexts } from '../shared/api/provider-texts.ts'
import { apiTexts } from '../shared/api/texts.ts'
import { uiTexts } from '../shared/ui/texts.ts'

/** The texts of the first screen and of all errors that can occur there. */
export const firstTexts = {
  ...uiTexts,
  ...apiTexts,
  ...providerTexts,
  ...websiteTexts,
  ...loginTexts,
  ...loaderTexts,
} as const
