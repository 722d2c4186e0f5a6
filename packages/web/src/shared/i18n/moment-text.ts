import { format } from 'date-fns/format'
import { formatDistanceToNow } from 'date-fns/formatDistanceToNow'
import { isSameDay } from 'date-fns/isSameDay'

/** A moment to the minute, in the person's own time zone: `21 November 2026, 18:30`. @param epochMs milliseconds */
export const momentText = (epochMs: number): string => format(epochMs, 'd MMMM yyyy, HH:mm')

/** How long ago a moment was, in words: `3 days ago`. @param epochMs milliseconds */
export const agoText = (epochMs: number): string => formatDistanceToNow(epochMs, { addSuffix: true })

/** A moment soon: the time alone where it is on the same day, `18:30`. @param nowMs both are epoch milliseconds */
export const soonText = (epochMs: number, nowMs: number): string =>
  format(epochMs, isSameDay(epochMs, nowMs) ? 'HH:mm' : 'd MMMM, HH:mm')
