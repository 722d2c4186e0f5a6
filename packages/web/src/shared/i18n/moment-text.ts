import { format, formatDistanceToNow } from 'date-fns'

/** A moment to the minute, in the person's own time zone: `21 November 2026, 18:30`. @param epochMs milliseconds */
export const momentText = (epochMs: number): string => format(epochMs, 'd MMMM yyyy, HH:mm')

/** How long ago a moment was, in words: `3 days ago`. @param epochMs milliseconds */
export const agoText = (epochMs: number): string => formatDistanceToNow(epochMs, { addSuffix: true })
