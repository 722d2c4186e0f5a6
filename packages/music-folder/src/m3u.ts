import { posix } from 'node:path'
import { cleanText } from '@jointly/music-library'

/** A parsed playlist file. Each entry is a path below the music folder, or null for anything outside the folder. */
export type M3uPlaylist = { readonly name: string | null; readonly entries: readonly (string | null)[] }

/** The largest playlist file. Larger files are ignored. */
export const maxPlaylistBytes = 2_000_000
/** The largest number of entries in a playlist, which is also the limit of the Web API. */
export const maxEntries = 10_000
/** The longest line in characters. Longer lines are ignored. */
const maxLineLength = 4096
export const maxNameLength = 200

/** Decodes a playlist file as UTF-8, or as Latin-1 when it is not valid UTF-8. */
export function playlistText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

/**
 * Parses the first 10,000 entries of an m3u file (B9). An address of an internet stream becomes null.
 * @param path the path of the file below the music folder
 * @param roots the absolute paths of the music folder, for absolute entries and `file:` addresses
 */
export function parseM3u(text: string, path: string, roots: readonly string[]): M3uPlaylist {
  let name: string | null = null
  const entries: (string | null)[] = []
  for (const line of linesOf(text)) {
    if (entries.length >= maxEntries) break
    if (line.startsWith('#')) name ??= playlistName(line)
    else if (line !== '') entries.push(resolveEntry(line, path, roots))
  }
  return { name, entries }
}

/** Yields the lines one by one, so that the lines of a huge file are not all in memory. */
function* linesOf(text: string): Generator<string> {
  const end = /\r\n|\r|\n/g
  let from = text.startsWith('\uFEFF') ? 1 : 0
  while (from <= text.length) {
    end.lastIndex = from
    const found = end.exec(text)
    const to = found?.index ?? text.length
    if (to - from <= maxLineLength) yield text.slice(from, to).trim()
    from = found === null ? text.length + 1 : end.lastIndex
  }
}

function playlistName(comment: string): string | null {
  const directive = '#PLAYLIST:'
  if (comment.slice(0, directive.length).toUpperCase() !== directive) return null
  return cleanText(comment.slice(directive.length), maxNameLength) || null
}

function resolveEntry(line: string, path: string, roots: readonly string[]): string | null {
  const isUrl = /^[a-z][a-z0-9+.-]+:\/\//i.test(line)
  if (isUrl && !/^file:\/\//i.test(line)) return null
  const target = isUrl ? fileUrlPath(line) : line.replaceAll('\\', '/')
  if (target === null) return null
  const absolute = target.startsWith('/') || /^[a-z]:\//i.test(target)
  if (absolute) {
    const prefixes = roots.map((root) => `${root.replaceAll('\\', '/')}/`)
    const prefix = prefixes.find((start) => target.startsWith(start))
    return prefix === undefined ? null : posix.normalize(target.slice(prefix.length))
  }
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
