import { format } from 'date-fns/format'
import { formatDistanceToNow } from 'date-fns/formatDistanceToNow'
import { isSameDay } from 'date-fns/isSameDay'

/** A time to the minute, in the person's time zone: `21 November 2026, 18:30`. @param epochMs milliseconds */
export const momentText = (epochMs: number): string => format(epochMs, 'd MMMM yyyy, HH:mm')

/** How long ago a time was, in words: `3 days ago`. @param epochMs milliseconds */
export const agoText = (epochMs: number): string => formatDistanceToNow(epochMs, { addSuffix: true })

/**
 * A time in the near future, without the date if it is today: `18:30`. @param nowMs epoch milliseconds, as `epochMs`
 */
export const soonText = (epochMs: number, nowMs: number): string =>
  format(epochMs, isSameDay(epochMs, nowMs) ? 'HH:mm' : 'd MMMM, HH:mm')
