import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { wavFile } from './song-files.ts'

/** The longest path that Linux can open. */
const maxPathBytes = 4096

/**
 * Renames a chain of folders below `root` until their path is almost too long for the system. So the system can read
 * neither the file nor the folder with a long name in the last one.
 * @returns the paths of a song in each of them
 */
export function unreachableSongs(root: string): readonly [string, string] {
  const [file, folder] = [`${'f'.repeat(200)}.wav`, 'd'.repeat(200)]
  const longName = 'n'.repeat(100)
  const depth = Math.ceil((maxPathBytes - 150 - root.length) / (longName.length + 1))
  const short = (count: number): string => [root, ...Array<string>(count).fill('n')].join('/')
  mkdirSync(join(short(depth), 'd'), { recursive: true })
  for (const name of ['f.wav', 'd/one.wav']) writeFileSync(join(short(depth), name), wavFile())
  renameSync(join(short(depth), 'f.wav'), join(short(depth), file))
  renameSync(join(short(depth), 'd'), join(short(depth), folder))
  for (let count = depth; count > 0; count -= 1) renameSync(short(count), join(short(count - 1), longName))
  onTestFinished(() => {
    for (let count = 1; count <= depth; count += 1) renameSync(join(short(count - 1), longName), short(count))
  })
  const last = Array<string>(depth).fill(longName).join('/')
  return [`${last}/${file}`, `${last}/${folder}/one.wav`]
}
