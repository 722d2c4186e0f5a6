import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The modules of the script, in an order in which each module comes after the modules that it imports. */
const parts = [
  'timer',
  'bounded-map',
  'event-listeners',
  'request-token',
  'stream-urls',
  'provider-socket',
  'audio/timed-position',
  'audio/clock/readings',
  'audio/clock/output-stamp',
  'audio/clock/measured-delays',
  'audio/clock/own-delay',
  'audio/clock/output-clock',
  'audio/clock/stored-delay',
  'audio/clock/delay-measurer',
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
  'random-device-id',
  'player',
  'install',
]

/** The address of the module that the player script shares with the package of bundled songs. */
const sharedModule = new URL(import.meta.resolve('@jointly/music-library/opus-file'))

const importStatement = /^import\s[^;']*?from '[^']+'$/gm
const exportKeyword = /^export (?=(?:const|function|class|async)\b)/gm

/**
 * Returns the source of the player script. Its modules are joined into one function, so that their names are not
 * visible in the page.
 */
export function playerScript(): string {
  const files = [sharedModule, ...parts.map((part) => new URL(`browser/${part}.js`, import.meta.url))]
  const sources = files.map((file) => readFileSync(file, 'utf8'))
  const body = sources.map((source) => source.replace(importStatement, '').replace(exportKeyword, '').trim())
  return `(() => {\n'use strict'\n${body.join('\n\n')}\n})()\n`
}

const minifiedFile = new URL('../../dist/spotify-player.js', import.meta.url)

/**
 * Returns the first line of a minified script. It is a hash of the source, which shows whether the script is up to
 * date.
 */
const stampOf = (source: string): string =>
  `/* ${createHash('sha256').update(source).digest('hex').slice(0, 16)} */\n`

/** Stores the minified form of `playerScript()` for `servedPlayerScript`. */
export function saveMinifiedScript(code: string, file = minifiedFile): void {
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, stampOf(playerScript()) + code)
}

/**
 * Returns the player script for pages. This is the minified script if it was built from the current source, and the
 * source otherwise.
 */
export function servedPlayerScript(file = minifiedFile): string {
  const source = playerScript()
  const minified = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return minified.startsWith(stampOf(source)) ? minified : source
}

/**
 * A script that pages load only for compressed files: the module of the page (`es`), or the worker of a codec
 * (`iife`).
 */
type PacketEntry = { readonly name: string; readonly source: string; readonly format: 'es' | 'iife' }

const packetEntry = (name: string, source: string, format: PacketEntry['format']): PacketEntry => ({
  name,
  source: fileURLToPath(new URL(`packets/${source}.ts`, import.meta.url)),
  format,
})

/** All scripts that pages load only for compressed files. */
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
 * Returns a bundled script of `packetEntries`. Undefined before the first build of the web app. In this case, an
 * `<audio>` element plays compressed files.
 */
export function packetScript(name: string): string | undefined {
  const file = packetFile(name)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * Reads a WAV file with 0.1 s of silence (8 kHz, 8 bit, mono). The player plays it in a user gesture, so that the
 * browser allows the audio element to play later.
 */
export const silence = (): Uint8Array => readFileSync(new URL('silence.wav', import.meta.url))
