import { after } from '../timers.ts'

/**
 * Spaces, characters that some systems forbid in file names, and characters that change the direction of the text.
 */
const FORBIDDEN_IN_NAMES = /[\s\p{Cc}\u202A-\u202E\u2066-\u2069/\\:*?"<>|]+/gu

const KEEP_URL_MS = 60_000

/** Makes the browser save a text as a file. Forbidden characters in the file name become spaces. */
export function downloadFile({ name, type }: { name: string; type: string }, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name.replace(FORBIDDEN_IN_NAMES, ' ').trim()
  link.click()
  // The address stays valid for a minute, because some browsers read it only after the person has chosen a folder.
  after(KEEP_URL_MS, () => URL.revokeObjectURL(url))
}
