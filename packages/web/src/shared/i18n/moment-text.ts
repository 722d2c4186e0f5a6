import { intlFormatDistance } from 'date-fns/intlFormatDistance'
import { isSameDay } from 'date-fns/isSameDay'
import { localeTag } from './i18n.ts'

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const DAY = { day: 'numeric', month: 'long' } as const

/** Formats a date or time in the person's language and time zone. @param epochMs epoch milliseconds */
const formatMoment = (epochMs: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeTag(), options).format(epochMs)

/** Formats the time of day to the minute: `18:30`. @param epochMs epoch milliseconds */
export const clockText = (epochMs: number): string => formatMoment(epochMs, CLOCK)

/** Formats a time to the minute with its date: `21 November 2026 at 18:30`. @param epochMs epoch milliseconds */
export const momentText = (epochMs: number): string =>
  formatMoment(epochMs, { ...DAY, year: 'numeric', ...CLOCK })

/** Formats how long ago a time was: `3 days ago`. @param epochMs epoch milliseconds */
export const agoText = (epochMs: number): string =>
  intlFormatDistance(epochMs, Date.now(), { locale: localeTag() })

/**
 * Formats a time in the near future: `18:30` if it is today, otherwise with the date. @param nowMs epoch
 * milliseconds, like `epochMs`
 */
export const soonText = (epochMs: number, nowMs: number): string =>
  isSameDay(epochMs, nowMs) ? clockText(epochMs) : formatMoment(epochMs, { ...DAY, ...CLOCK })

/**
 * Formats a time in the past with its day: `Today, 01:24`, `Yesterday, 23:10`, `Saturday 14 November, 20:15`.
 *
 * @param nowMs epoch milliseconds, like `epochMs`
 */
export function dayText(epochMs: number, nowMs: number): string {
  return `${dateText(epochMs, nowMs)}, ${clockText(epochMs)}`
}

/**
 * Formats the day of a time in the past: `Today`, `Yesterday`, `Saturday 14 November`. A time after `nowMs` counts as
 * today, because the clock of this device may be behind. @param nowMs epoch milliseconds
 */
export function dateText(epochMs: number, nowMs: number): string {
  const startOfDay = (ms: number) => new Date(ms).setHours(0, 0, 0, 0)
  const daysAgo = Math.max(0, Math.round((startOfDay(nowMs) - startOfDay(epochMs)) / 86_400_000))
  const day =
    daysAgo <= 1
      ? new Intl.RelativeTimeFormat(localeTag(), { numeric: 'auto' }).format(-daysAgo, 'day')
      : formatMoment(epochMs, { weekday: 'long', ...DAY })
  return `${day.charAt(0).toLocaleUpperCase(localeTag())}${day.slice(1)}`
}
