export type SongEntry = { readonly title: string; readonly guest: string | null; readonly explicit: boolean }
export type RecordEntry = {
  readonly genre: string
  readonly artist: string
  readonly name: string
  readonly released: string
  readonly songs: readonly SongEntry[]
}

/**
 * Reads a list of records. A line is one of these:
 * - `# genre`
 * - the name of an artist
 * - a record of the artist, indented: `2024-09-27 Name: First song / Second song (with Guest) / Third song (explicit)`
 */
export function readRecords(text: string): RecordEntry[] {
  let genre = ''
  let artist = ''
  return text.split('\n').flatMap((line): RecordEntry[] => {
    const [, released, name, songs] = /^ +(\d{4}-\d\d-\d\d) ([^:]+): (.+)$/.exec(line) ?? []
    if (released && name && songs)
      return [{ genre, artist, released, name, songs: songs.split(' / ').map(readSong) }]
    if (line.startsWith('# ')) genre = line.slice(2)
    else if (line !== '') artist = line
    return []
  })
}

function readSong(text: string): SongEntry {
  const [, title = text, guest = null, explicit] =
    /^(.+?)(?: \(with ([^)]+)\))?( \(explicit\))?$/.exec(text) ?? []
  return { title, guest, explicit: explicit !== undefined }
}
