/** The length of a piece in seconds. It equals the length of the blocks that the provider renders and caches. */
export const pieceSec = 1
/** The additional sound at both ends of a piece in seconds. It is needed for the crossfade into the next piece. */
export const marginSec = 0.02
