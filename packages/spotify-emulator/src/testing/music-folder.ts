import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { jpegHead, mp3File, pngHead, wavFile } from '@jointly/music-folder/testing'
import { expect, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { startEmulator } from './test-emulator.ts'

const Named = z.object({ name: z.string() })
const Songs = z.object({
  tracks: z.object({
    items: z.array(z.object({ name: z.string(), artists: z.array(Named), album: Named })),
  }),
})

export const picture = pngHead(600, 600)

/** Writes files into a new folder, which is deleted after the test. @returns its path */
export function musicFolder(files: Readonly<Record<string, string | Buffer>>): string {
  const root = mkdtempSync(join(tmpdir(), 'music-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

/** Songs of every kind, a broken file, a hidden one, and a playlist. */
export const someMusic = {
  'Nora Vind/Blå timme/01 - Vinterväg.wav': wavFile(),
  'Nora Vind/Blå timme/folder.jpg': jpegHead(600, 600),
  'mix/tagged.wav': wavFile({ INAM: 'Tagged', IART: 'The Taggers', IPRD: 'Tag Album', IGNR: 'Jazz' }),
  'mix/Duo - Named by file.wav': wavFile(),
  'mix/silent.mp3': mp3File('Silent Søng', 'Frames', 'Quiet', picture),
  'mix/broken.mp3': 'this is no music',
  'party.m3u8': '#EXTM3U\n#PLAYLIST:Party\nmix/tagged.wav\nmix\\silent.mp3\n../../etc/passwd\n',
  '.hidden/secret.wav': wavFile(),
}

/** Starts the provider with a music folder. `lines` has its log. */
export async function start(musicDir: string, dataDir?: string) {
  const lines: string[] = []
  const emulator = await startEmulator({
    musicDir,
    ...(dataDir === undefined ? {} : { dataDir }),
    log: (level, message, details) => lines.push(`${level} ${message} ${JSON.stringify(details ?? {})}`),
  })
  return { emulator, lines }
}

/** Starts the provider, and waits until it has read its music folder. */
export async function started(musicDir: string, dataDir?: string) {
  const { emulator, lines } = await start(musicDir, dataDir)
  await expect.poll(() => emulator.scan().phase).toBe('ready')
  const { access_token: token } = await emulator.link('ann')
  const songs = async (query: string): Promise<{ name: string; artist: string; album: string }[]> => {
    const { text } = await emulator.call(
      token,
      'GET',
      `/search?type=track&limit=10&q=${encodeURIComponent(query)}`,
    )
    const parsed = Songs.parse(JSON.parse(text))
    return parsed.tracks.items.map(({ name, artists, album }) => ({
      name,
      artist: artists[0]?.name ?? '',
      album: album.name,
    }))
  }
  return { emulator, token, lines, songs }
}
