import { firstTexts } from './first-texts.ts'
import { pageTexts } from './page-texts.ts'

/** The texts of all public pages. The app loads them in two parts. */
export const texts = { ...firstTexts, ...pageTexts } as const
