import { format } from 'date-fns/format'

/** The format of the specification (section 9): `Mo` is the ordinal of the month, `ss` are seconds. */
const TIMELINE_FORMAT = 'MMMM Mo yyyy, HH:ss'

/** A time in the format of the specification, in the listener's time zone. It is shown as a tooltip. */
export const specifiedDate = (epochMs: number): string => format(epochMs, TIMELINE_FORMAT)
