import { readFileSync } from 'node:fs'

/** In the order they need each other. */
const parts = [
  'listeners',
  'token',
  'stream-addresses',
  'known-messages',
  'dealer-socket',
  'output-clock',
  'audio-graph',
  'wav-song',
  'song-times',
  'song-shelf',
  'exact-voice',
  'element-voice',
  'element-pair',
  'sound',
  'playback-state',
  'media-session',
  'deck',
  'player',
  'install',
]

const importStatement = /^import\s[^;']*?from '[^']+'$/gm
const exportKeyword = /^export (?=(?:const|function|class|async)\b)/gm

/**
 * The player script as one file: its modules joined into one function, so that they share names with each other and
 * none with the page.
 */
export function playerScript(): string {
  const sources = parts.map((part) => readFileSync(new URL(`browser/${part}.js`, import.meta.url), 'utf8'))
  const body = sources.map((source) => source.replace(importStatement, '').replace(exportKeyword, '').trim())
  return `(() => {\n'use strict'\n${body.join('\n\n')}\n})()\n`
}

/** A tenth of a second of silence (8 kHz, 8 bit, mono), which a gesture may play to unlock an element. */
export function silence(): Uint8Array {
  const samples = 800
  const file = Buffer.alloc(44 + samples, 0x80)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + samples, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(8000, 24)
  file.writeUInt32LE(8000, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples, 40)
  return file
}
