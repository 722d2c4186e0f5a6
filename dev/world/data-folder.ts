import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../setup/install.js'

/**
 * The folder of the bundled songs that were already rendered and encoded. The name of each song contains its version.
 */
const keptSongs = join(root, '.cache/songs')

/** A new data folder for a server or a provider. */
export type DataFolder = { readonly path: string; remove(): Promise<void> }

/**
 * Creates a data folder that is empty except for the encoded songs. All data folders share these songs, because
 * rendering a song costs more CPU than playing it.
 * @param songs the path inside the data folder where the provider looks for encoded songs
 */
export async function createDataFolder(songs: 'songs' | 'provider/songs'): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), 'jointly-'))
  const link = join(path, songs)
  await mkdir(keptSongs, { recursive: true, mode: 0o700 })
  await mkdir(dirname(link), { recursive: true, mode: 0o700 })
  await symlink(keptSongs, link, 'junction')
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
