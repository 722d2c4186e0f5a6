import type { Language } from '@jointly/domain'

/** One text in each language (W3). */
export type Localized = Readonly<Record<Language, string>>
