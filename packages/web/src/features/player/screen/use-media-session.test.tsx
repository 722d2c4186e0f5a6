import type { Song } from '@jointly/contract'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { song } from '../controller/testing.ts'
import type { Listening } from './player-view.ts'
import { mediaStateOf, useMediaSession } from './use-media-session.ts'

/** Replaces the media controls of a system that has no control for the next track. */
class Controls {
  playbackState = 'none'
  metadata: unknown = null
  position: MediaPositionState | undefined
  readonly handlers = new Map<string, (() => void) | null>()
  setActionHandler(action: string, handler: (() => void) | null): void {
    if (action === 'nexttrack') throw new TypeError('not supported')
    this.handlers.set(action, handler)
  }
  setPositionState(position?: MediaPositionState): void {
    this.position = position
  }
}

const oneSong: Song = { ...song('one'), title: 'Nine Bridges', artists: [{ id: null, name: 'The Hum' }] }
const atOneMinute = () => 60_000

let root: Root
let controls: Controls
let done: string[]

function Screen({ listening }: { listening: Listening }) {
  useMediaSession({
    song: oneSong,
    sessionTitle: 'Kitchen',
    listening,
    positionMs: atOneMinute,
    onPlay: () => done.push('play'),
    onStop: () => done.push('stop'),
    onSkip: () => done.push('skip'),
  })
  return null
}

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  controls = new Controls()
  done = []
  Object.defineProperty(navigator, 'mediaSession', { value: controls, configurable: true })
  vi.stubGlobal('MediaMetadata', function metadata(this: object, init: object) {
    Object.assign(this, init)
  })
  root = createRoot(document.createElement('div'))
})

afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'mediaSession')
})

it('P8 the media controls show the song, and play and stop it', () => {
  vi.spyOn(console, 'info').mockReturnValue()
  act(() => root.render(<Screen listening="playing" />))
  expect(controls).toMatchObject({
    playbackState: 'playing',
    metadata: { title: 'Nine Bridges', artist: 'The Hum', album: 'Kitchen' },
  })
  for (const action of ['play', 'pause', 'stop']) controls.handlers.get(action)?.()
  expect(done).toEqual(['play', 'stop', 'stop'])
})

it('M6 they show the position while this person hears the song, and offer no seeking', () => {
  vi.spyOn(console, 'info').mockReturnValue()
  act(() => root.render(<Screen listening="playing" />))
  expect(controls.position).toEqual({ duration: 180, position: 60, playbackRate: 1 })
  expect([...controls.handlers.keys()].filter((action) => /seek|previous/.test(action))).toEqual([])
})

it('M6 they show a pause while the sound is off or blocked, and nothing to people who hear nothing', () => {
  vi.spyOn(console, 'info').mockReturnValue()
  for (const listening of ['off', 'blocked', 'trouble', 'waiting'] as const) {
    act(() => root.render(<Screen listening={listening} />))
    expect(controls.playbackState).toBe('paused')
    expect(controls.position).toBeUndefined()
  }
  act(() => root.render(<Screen listening="silent" />))
  expect(controls).toMatchObject({ playbackState: 'none', metadata: null })
  expect(mediaStateOf(null, 'playing')).toBe('none')
})

it('M6 they are empty again after the person left the session', () => {
  vi.spyOn(console, 'info').mockReturnValue()
  act(() => root.render(<Screen listening="playing" />))
  act(() => root.render(null))
  expect(controls).toMatchObject({ playbackState: 'none', metadata: null, position: undefined })
  expect([...controls.handlers.values()]).toEqual([null, null, null])
})

it('P8 an action that the browser does not support is logged, and the others work', () => {
  const log = vi.spyOn(console, 'info').mockReturnValue()
  act(() => root.render(<Screen listening="off" />))
  expect(log).toHaveBeenCalledWith(expect.any(String), 'nexttrack', expect.any(TypeError))
  expect([...controls.handlers.keys()]).toEqual(['play', 'pause', 'stop'])
})
