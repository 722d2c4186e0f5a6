import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { song } from '../controller/testing.ts'
import { useMediaSession } from './use-media-session.ts'

/** The media controls of a system that knows no next track. */
class Controls {
  playbackState = 'none'
  metadata: unknown = null
  readonly handlers = new Map<string, (() => void) | null>()
  setActionHandler(action: string, handler: (() => void) | null): void {
    if (action === 'nexttrack') throw new TypeError('not supported')
    this.handlers.set(action, handler)
  }
}

let root: Root
let controls: Controls
let done: string[]

function Screen({ isOn }: { isOn: boolean }) {
  useMediaSession({
    song: { ...song('one'), title: 'Nine Bridges', artists: [{ id: null, name: 'The Hum' }] },
    sessionTitle: 'Kitchen',
    isOn,
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
  act(() => root.render(<Screen isOn />))
  expect(controls).toMatchObject({
    playbackState: 'playing',
    metadata: { title: 'Nine Bridges', artist: 'The Hum', album: 'Kitchen' },
  })
  for (const action of ['play', 'pause', 'stop']) controls.handlers.get(action)?.()
  expect(done).toEqual(['play', 'stop', 'stop'])
})

it('P8 an action that the browser does not support is logged, and the others work', () => {
  const log = vi.spyOn(console, 'info').mockReturnValue()
  act(() => root.render(<Screen isOn={false} />))
  expect(log).toHaveBeenCalledWith(expect.any(String), 'nexttrack', expect.any(TypeError))
  expect([...controls.handlers.keys()]).toEqual(['play', 'pause', 'stop'])
})
