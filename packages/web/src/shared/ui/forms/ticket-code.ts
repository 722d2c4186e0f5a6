/** Returns the code of a ticket that was typed or pasted: the code itself, or the link with it (A6). */
export const ticketCode = (typed: string): string =>
  /\/activate\/([^/?#\s]+)/.exec(typed)?.[1] ?? typed.trim()
