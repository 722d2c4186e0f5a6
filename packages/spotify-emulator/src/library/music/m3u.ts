import { posix } from 'node:path'

/** A playlist file: its name if it says one, and its entries as paths below the music folder (null: outside of it). */
export type PlaylistFile = { readonly name: string | null; readonly entries: readonly (string | null)[] }

/** The text of a playlist file: UTF-8 where it is valid (m3u8 always is), else Latin-1 as old programs write. */
export function playlistText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

/**
 * Reads an m3u file. `path` is the file's own place below the folder, `root` the folder's absolute path, so that
 * absolute entries and `file:` addresses are understood. Streams from the net count as outside.
 */
export function parseM3u(text: string, path: string, root: string): PlaylistFile {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
  const name = lines.flatMap((line) => /^#PLAYLIST:\s*(.+)$/i.exec(line)?.[1] ?? [])[0] ?? null
  const entries = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => placeOf(line, path, root))
  return { name, entries }
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
