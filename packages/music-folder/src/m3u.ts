import { posix } from 'node:path'
import { cleanText } from '@jointly/music-library'

/** A playlist file: its name if it says one, and its entries as paths below the music folder (null: outside of it). */
export type PlaylistFile = { readonly name: string | null; readonly entries: readonly (string | null)[] }

/** Larger files are no lists of songs. */
export const mostPlaylistBytes = 2_000_000
/** As many as a playlist of the wire holds. */
export const mostEntries = 10_000
/** Longer than any path. */
const mostLineCharacters = 4096
export const mostNameCharacters = 200

/** The text of a playlist file: UTF-8 where it is valid (m3u8 always is), else Latin-1 as old programs write. */
export function playlistText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

/**
 * Reads an m3u file, as far as its first 10,000 entries (B9). `path` is the file's own place below the folder, `root` the
 * folder's absolute path, so that absolute entries and `file:` addresses are understood. Streams from the net count as
 * outside; a line that is longer than any path is left out.
 */
export function parseM3u(text: string, path: string, root: string): PlaylistFile {
  let name: string | null = null
  const entries: (string | null)[] = []
  for (const line of linesOf(text)) {
    if (entries.length >= mostEntries) break
    if (line.startsWith('#')) name ??= nameIn(line)
    else if (line !== '') entries.push(placeOf(line, path, root))
  }
  return { name, entries }
}

/** Line by line, so that nothing is made of what is not read. */
function* linesOf(text: string): Generator<string> {
  const end = /\r\n|\r|\n/g
  let from = text.startsWith('\uFEFF') ? 1 : 0
  while (from <= text.length) {
    end.lastIndex = from
    const found = end.exec(text)
    const to = found?.index ?? text.length
    if (to - from <= mostLineCharacters) yield text.slice(from, to).trim()
    from = found === null ? text.length + 1 : end.lastIndex
  }
}

function nameIn(comment: string): string | null {
  const directive = '#PLAYLIST:'
  if (comment.slice(0, directive.length).toUpperCase() !== directive) return null
  return cleanText(comment.slice(directive.length), mostNameCharacters) || null
}

function placeOf(line: string, path: string, root: string): string | null {
  const isUrl = /^[a-z][a-z0-9+.-]+:\/\//i.test(line)
  if (isUrl && !/^file:\/\//i.test(line)) return null
  const target = isUrl ? fileUrlPath(line) : line.replaceAll('\\', '/')
  if (target === null) return null
  const rootPath = root.replaceAll('\\', '/')
  const absolute = target.startsWith('/') || /^[a-z]:\//i.test(target)
  if (absolute)
    return target.startsWith(`${rootPath}/`) ? posix.normalize(target.slice(rootPath.length + 1)) : null
  const joined = posix.normalize(posix.join(posix.dirname(path), target))
  return joined.startsWith('../') || joined === '..' ? null : joined
}

function fileUrlPath(address: string): string | null {
  try {
    return decodeURIComponent(new URL(address).pathname)
  } catch {
    return null
  }
}
