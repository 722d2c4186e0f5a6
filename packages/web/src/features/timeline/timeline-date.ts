import { format } from 'date-fns/format'

/** The format of the specification (section 9): `Mo` is the ordinal of the month, `ss` are seconds. */
const TIMELINE_FORMAT = 'MMMM Mo yyyy, HH:ss'
const EXACT_FORMAT = 'EEEE, d MMMM yyyy, HH:mm:ss'

/** A time in the format of the timeline, in the listener's time zone. */
export const timelineDate = (epochMs: number): string => format(epochMs, TIMELINE_FORMAT)

/** The time of a song in an entry. The entry itself shows the day. */
export const startOfSong = (epochMs: number): string => format(epochMs, 'HH:mm')

/** The exact time, for the tooltip and screen readers. */
export const exactDate = (epochMs: number): string => format(epochMs, EXACT_FORMAT)
