import { describe, expect, it } from 'vitest'
import { song } from '../controller/testing.ts'
import { createSongPreview, type PreviewAudio, previewStartSec } from './song-preview.ts'

/** An audio element that plays nothing and records the addresses that it gets. */
class FakeAudio extends EventTarget implements PreviewAudio {
  volume = 1
  muted = false
  currentTime = 0
  addresses: string[] = []
  refusal: Error | null = null
  set src(address: string) {
    this.addresses.push(address)
  }
  get src(): string {
    return this.addresses.at(-1) ?? ''
  }
  play(): Promise<void> {
    return this.refusal && this.src.startsWith('/sound') ? Promise.reject(this.refusal) : Promise.resolve()
  }
  pause(): void {}
  load(): void {}
  removeAttribute(): void {
    this.addresses.push('')
  }
  say(event: string, currentTime = this.currentTime): void {
    this.currentTime = currentTime
    this.dispatchEvent(new Event(event))
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

function open(find: (uri: string) => Promise<string | null> = async (uri) => `/sound/${uri}`) {
  const audio = new FakeAudio()
  let volume = 0.5
  let changed = () => {}
  const failures: string[] = []
  const preview = createSongPreview({
    createAudio: () => audio,
    volume: {
      get: () => volume,
      subscribe(listener) {
        changed = listener
        return () => (changed = () => {})
      },
    },
  })
  const removeSource = preview.addSource(find)
  return {
    audio,
    preview,
    failures,
    removeSource,
    async press(id: string) {
      preview.toggle(song(id), () => failures.push(id))
      await settled()
    },
    setVolume(next: number) {
      volume = next
      changed()
    },
  }
}

describe('the preview of a song', () => {
  it('Q8 starts after a third of the song, and never so late that it would be shorter than 15 seconds', () => {
    expect([180_000, 18_000, 9_000].map(previewStartSec)).toEqual([60, 3, 0])
  })

  it('Q8 plays 15 seconds, and is heard only when its sound comes', async () => {
    const { audio, preview, press } = open()
    await press('a')
    expect([audio.src, preview.state()]).toEqual([
      '/sound/spotify:track:a#t=60',
      { songId: 'a', isAudible: false },
    ])
    expect(preview.isAudible()).toBe(false)
    audio.say('playing')
    expect(preview.isAudible()).toBe(true)
    audio.say('timeupdate', 74.9)
    expect(preview.isAudible()).toBe(true)
    audio.say('timeupdate', 75)
    expect([preview.state(), audio.src]).toEqual([null, ''])
  })

  it('Q8 a second press ends it, and another song replaces it', async () => {
    const { audio, preview, press } = open()
    await press('a')
    await press('a')
    expect([preview.state(), audio.src]).toEqual([null, ''])
    await press('a')
    audio.say('playing')
    await press('b')
    expect(preview.state()).toEqual({ songId: 'b', isAudible: false })
    expect(audio.src).toContain('track:b')
  })

  it('Q8 an address that comes after the end plays nothing', async () => {
    let answer = (_: string | null) => {}
    const { audio, preview, press } = open(() => new Promise((resolve) => (answer = resolve)))
    await press('a')
    preview.stop()
    answer('/sound/late')
    await settled()
    expect(audio.addresses).not.toContain('/sound/late#t=60')
  })

  it('Q8 it uses the volume of the page, and ends when the song or the system ends it', async () => {
    const { audio, preview, press, setVolume } = open()
    for (const event of ['ended', 'pause']) {
      await press('a')
      expect(audio.volume).toBe(0.5)
      setVolume(0.2)
      expect(audio.volume).toBe(0.2)
      audio.say(event)
      expect(preview.state()).toBeNull()
      setVolume(0.5)
    }
  })

  it('M5 Q8 is muted at volume 0, because an iPhone cannot set the volume of an element', async () => {
    const { audio, press, setVolume } = open()
    setVolume(0)
    await press('a')
    expect(audio.muted).toBe(true)
    setVolume(0.5)
    expect(audio.muted).toBe(false)
  })

  it.each(['no address', 'a broken sound', 'a refusal of the browser'])(
    'Q8 says once that it failed: %s',
    async (why) => {
      const { audio, preview, failures, press } = open(async () => (why === 'no address' ? null : '/sound/a'))
      if (why === 'a refusal of the browser') audio.refusal = new Error('not allowed')
      await press('a')
      if (why === 'a broken sound') audio.say('error')
      audio.say('error')
      expect([preview.state(), failures]).toEqual([null, ['a']])
    },
  )

  it('Q8 is not offered without a player that finds sounds, and ends when the player goes', async () => {
    const { preview, press, removeSource } = open()
    await press('a')
    removeSource()
    expect([preview.hasSource(), preview.state()]).toEqual([false, null])
    await press('a')
    expect(preview.state()).toBeNull()
  })
})
