import { format } from 'date-fns/format'

/**
 * The format that the specification requires (section 9). In it, `Mo` is the ordinal number of the month, and `ss`
 * are seconds.
 */
const TIMELINE_FORMAT = 'MMMM Mo yyyy, HH:ss'

/** Formats a time for the tooltip, in the format of the specification and in the person's time zone. */
export const specifiedDate = (epochMs: number): string => format(epochMs, TIMELINE_FORMAT)
