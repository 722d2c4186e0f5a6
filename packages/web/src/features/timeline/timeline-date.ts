import { format } from 'date-fns/format'

/**
 * The format that the specification names (section 9): `Mo` is the ordinal of the month, and `ss` are seconds.
 */
const TIMELINE_FORMAT = 'MMMM Mo yyyy, HH:ss'

/** Formats a time as the specification says, in the listener's time zone, for the tooltip. */
export const specifiedDate = (epochMs: number): string => format(epochMs, TIMELINE_FORMAT)
