import { format } from 'date-fns/format'

/** The timeline's format to the letter (spec section 9): `Mo` is the month's ordinal, `ss` are seconds. */
const TIMELINE_FORMAT = 'MMMM Mo yyyy, HH:ss'
const EXACT_FORMAT = 'EEEE, d MMMM yyyy, HH:mm:ss'

/** A moment as the timeline writes it, in the listener's time zone. */
export const timelineDate = (epochMs: number): string => format(epochMs, TIMELINE_FORMAT)

/** When a song of an entry began: the day stands above it. */
export const startOfSong = (epochMs: number): string => format(epochMs, 'HH:mm')

/** The exact moment, for the tooltip and for screen readers. */
export const exactDate = (epochMs: number): string => format(epochMs, EXACT_FORMAT)
