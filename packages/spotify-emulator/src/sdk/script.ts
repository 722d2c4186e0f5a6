import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The modules of the script. A module comes after the modules that it imports. */
const parts = [
  'timer',
  'bounded-map',
  'event-listeners',
  'request-token',
  'stream-urls',
  'provider-socket',
  'audio/timed-position',
  'audio/clock/readings',
  'audio/clock/output-clock',
  'audio/clock/measure-delay',
  'audio/audio-graph',
  'audio/download',
  'audio/wav-song',
  'audio/ogg-file',
  'audio/opus-song',
  'audio/song-cache',
  'audio/piece-loader',
  'audio/graph-voice',
  'audio/element-voice',
  'audio/audio-elements',
  'audio/update-timer',
  'audio/clip-player',
  'audio/audio-player',
  'playback-state',
  'media-session',
  'device-playback',
  'player',
  'install',
]

/** A module that the player script shares with the library of bundled songs. */
const sharedModule = new URL(import.meta.resolve('@jointly/music-library/opus-file'))

const importStatement = /^import\s[^;']*?from '[^']+'$/gm
const exportKeyword = /^export (?=(?:const|function|class|async)\b)/gm

/**
 * Returns the player script: its modules joined into one function, so that their names are not visible in the
 * page.
 */
export function playerScript(): string {
  const files = [sharedModule, ...parts.map((part) => new URL(`browser/${part}.js`, import.meta.url))]
  const sources = files.map((file) => readFileSync(file, 'utf8'))
  const body = sources.map((source) => source.replace(importStatement, '').replace(exportKeyword, '').trim())
  return `(() => {\n'use strict'\n${body.join('\n\n')}\n})()\n`
}

const minifiedFile = new URL('../../dist/spotify-player.js', import.meta.url)

/** Returns the first line of a minified script, which identifies the source of the script. */
const stampOf = (source: string): string =>
  `/* ${createHash('sha256').update(source).digest('hex').slice(0, 16)} */\n`

/** Stores the minified form of `playerScript()` for `servedPlayerScript`. */
export function saveMinifiedScript(code: string, file = minifiedFile): void {
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, stampOf(playerScript()) + code)
}

/**
 * Returns the player script for pages: the minified one if it was made from the current source, otherwise the source.
 */
export function servedPlayerScript(file = minifiedFile): string {
  const source = playerScript()
  const minified = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return minified.startsWith(stampOf(source)) ? minified : source
}

/** A script that is loaded only for compressed files: the module of the page, or a worker that decodes. */
type PacketEntry = { readonly name: string; readonly source: string; readonly format: 'es' | 'iife' }

const packetEntry = (name: string, source: string, format: PacketEntry['format']): PacketEntry => ({
  name,
  source: fileURLToPath(new URL(`packets/${source}.ts`, import.meta.url)),
  format,
})

/** The scripts that are loaded only for compressed files: the module of the page, and a worker for each codec. */
export const packetEntries: readonly PacketEntry[] = [
  packetEntry('song', 'open-packet-song', 'es'),
  ...['mp3', 'flac', 'vorbis', 'opus', 'aac'].map((codec) => packetEntry(codec, codec, 'iife')),
]

const packetFile = (name: string): URL => new URL(`../../dist/packets/${name}.js`, import.meta.url)

/** Stores a bundled script of `packetEntries` for `packetScript`. */
export function savePacketScript(name: string, code: string): void {
  mkdirSync(new URL('.', packetFile(name)), { recursive: true })
  writeFileSync(packetFile(name), code)
}

/**
 * Returns a bundled script. Undefined if the web app was not built yet; then an audio element plays compressed files.
 */
export function packetScript(name: string): string | undefined {
  const file = packetFile(name)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * Reads a WAV file with 0.1 s of silence (8 kHz, 8 bit, mono). The script plays it during a press in order to
 * unlock an audio element.
 */
export const silence = (): Uint8Array => readFileSync(new URL('silence.wav', import.meta.url))
