import { format } from 'date-fns/format'

/**
 * The date format that the specification requires (section 9). `Mo` is the ordinal number of the month, and `ss`
 * the seconds.
 */
const TIMELINE_FORMAT = 'MMMM Mo yyyy, HH:ss'

/** Formats a time in the format of the specification and in the person's time zone, for the tooltip. */
export const specifiedDate = (epochMs: number): string => format(epochMs, TIMELINE_FORMAT)
