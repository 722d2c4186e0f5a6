import { expect, it } from 'vitest'
import { ElementVoice } from './element-voice.js'

/** A fake audio element that plays immediately. */
class PlayingElement extends EventTarget {
  paused = true
  seeking = false
  ended = false
  error: { code: number; message: string } | null = null
  readyState = 4
  currentTime = 0
  playbackRate = 1
  preservesPitch = true
  src = ''
  load() {}
  pause() {
    this.paused = true
  }
  play() {
    this.paused = false
    return Promise.resolve()
  }
}

it('B15 an element says where it plays, but not how exactly, because it does not know that', async () => {
  const nothing = () => {}
  const handlers = {
    ...{ sounding: nothing, waiting: nothing, ended: nothing },
    ...{ paused: nothing, blocked: nothing, failed: nothing },
  }
  const voice = new ElementVoice(new PlayingElement() as never, '/song', () => 5000, handlers)
  voice.play()
  expect(voice.audiblePosition()).toEqual({ positionMs: 5000, atMs: expect.any(Number), withinMs: null })
})

it.each([
  [2, 'could not be loaded'],
  [3, 'file of the song cannot be played'],
  [4, 'file of the song cannot be played'],
])('B17 an element with the error %d says: the %s', (code, message) => {
  const messages: string[] = []
  const nothing = () => {}
  const element = new PlayingElement()
  const voice = new ElementVoice(element as never, '/song', () => 0, {
    ...{ sounding: nothing, waiting: nothing, ended: nothing, paused: nothing, blocked: nothing },
    failed: (text: string) => void messages.push(text),
  })
  element.error = { code, message: 'DEMUXER_ERROR' }
  element.dispatchEvent(new Event('error'))
  expect(voice.isOn).toBe(false)
  expect(messages).toEqual([expect.stringContaining(message)])
})
