/** A part of a chat line. If it has `href`, it is a link. */
export type ChatPart = { readonly text: string; readonly href?: string }

const ADDRESS = /https?:\/\/[^\s<>"]+/gi
/** These characters at the end of an address belong to the sentence around the address. */
const TRAILING = /[.,;:!?'")\]}]+$/

/**
 * Splits a text into plain parts and links (C11). Only complete http and https addresses are links. The text of a
 * link is its address.
 */
export function splitLinks(text: string): ChatPart[] {
  const parts: ChatPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(TRAILING, '')
    const href = URL.parse(address)?.href
    if (href === undefined) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: address, href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
