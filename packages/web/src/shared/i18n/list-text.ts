import { localeTag } from './i18n.ts'

/** The list formatters by language tag. They are kept, because it takes several milliseconds to create one. */
const formats = new Map<string, Intl.ListFormat>()

/** Returns the items as a list for the current language, such as `Alice, Bob`. */
export function listText(items: readonly string[]): string {
  const [first = ''] = items
  if (items.length < 2) return first
  const tag = localeTag()
  const format = formats.get(tag) ?? new Intl.ListFormat(tag, { type: 'unit' })
  formats.set(tag, format)
  return format.format(items)
}
