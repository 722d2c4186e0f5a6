import type { BrowserContext, Page } from '@playwright/test'

/** The recording of a page while it played. Times are milliseconds of the page's `performance.now`. */
export type Recording = {
  readonly timeOrigin: number
  /** When the person pressed play. */
  readonly pressedMs: number | null
  readonly taps: readonly TapRecording[]
  /** What the player's badge showed over time. */
  readonly badges: readonly { readonly atMs: number; readonly listening: string; readonly text: string }[]
}

/** The sound of one audio graph. */
export type TapRecording = {
  readonly sampleRate: number
  /**
   * The samples of one channel in pieces. `frame` is the number of the first frame of a piece; where sound is
   * missing, frame numbers are missing too.
   */
  readonly pieces: readonly { readonly frame: number; readonly base64: string }[]
  /**
   * Moments in the time of the audio graph, each with the time at which its sound left the loudspeaker, as the browser
   * reports it.
   */
  readonly stamps: readonly { readonly contextMs: number; readonly heardMs: number }[]
}

declare global {
  interface Window {
    /** The recorded sound of each audio graph, for `readRecording`. */
    recordedTaps: Map<BaseAudioContext, Tap>
    recordedBadges: Recording['badges'][number][]
    recordedPressMs: number | null
    recordingTimer: ReturnType<typeof setInterval>
  }
}

type Tap = {
  readonly context: AudioContext
  readonly pieces: [number, Float32Array][]
  readonly stamps: { contextMs: number; heardMs: number }[]
  readonly node: Promise<AudioWorkletNode>
}

/**
 * Makes each new page of a browser context record its sound, the player's badge, and the press of Play. The recording
 * starts before the scripts of the page.
 */
export async function recordPages(context: BrowserContext): Promise<void> {
  await context.addInitScript(recordSound)
  await context.addInitScript(recordScreen)
}

/** Ends the recording of a page and returns it. */
export async function readRecording(page: Page): Promise<Recording> {
  return page.evaluate(endRecording)
}

/**
 * Records all sound on its way to the loudspeaker, with the time at which people hear it. This runs in the
 * page.
 */
function recordSound(): void {
  const code = `registerProcessor('tap', class extends AudioWorkletProcessor {
    samples = new Float32Array(4096); first = -4096
    process([input]) {
      // Each sample is stored at its frame number, because a graph that stutters skips frames.
      if (currentFrame - this.first >= 4096) {
        if (this.first >= 0) this.port.postMessage([this.first, this.samples])
        this.samples = new Float32Array(4096)
        this.first = currentFrame
      }
      const [left] = input
      if (left) this.samples.set(left, currentFrame - this.first)
      return true
    }
  })`
  const taps = new Map<BaseAudioContext, Tap>()
  window.recordedTaps = taps
  const plainConnect = AudioNode.prototype.connect
  const join = (from: AudioNode, to: AudioNode): void => void Reflect.apply(plainConnect, from, [to])

  function tapOf(context: AudioContext): Tap {
    const existing = taps.get(context)
    if (existing) return existing
    const pieces: [number, Float32Array][] = []
    const module = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
    const node = context.audioWorklet.addModule(module).then(() => {
      const worklet = new AudioWorkletNode(context, 'tap', { numberOfOutputs: 1 })
      worklet.port.onmessage = ({ data }: MessageEvent<[number, Float32Array]>) => void pieces.push(data)
      const silent = context.createGain()
      silent.gain.value = 0
      join(worklet, silent)
      join(silent, context.destination)
      return worklet
    })
    const tap: Tap = { context, pieces, stamps: [], node }
    taps.set(context, tap)
    return tap
  }

  AudioNode.prototype.connect = function connect(this: AudioNode, ...to: unknown[]): AudioNode {
    const [target] = to
    if (target instanceof AudioDestinationNode && this.context instanceof AudioContext) {
      const { node } = tapOf(this.context)
      void node.then((tap) => join(this, tap))
    }
    Reflect.apply(plainConnect, this, to)
    return target instanceof AudioNode ? target : this
  }

  // The sound of an audio element goes through an audio graph, so that this sound is recorded too.
  const recordedElements = new WeakSet<HTMLMediaElement>()
  const plainPlay = HTMLMediaElement.prototype.play
  let elementContext: AudioContext | null = null
  HTMLMediaElement.prototype.play = function play(this: HTMLMediaElement): Promise<void> {
    const isProviders = this.hasAttribute('data-spotify-player') || this.hasAttribute('data-spotify-standby')
    if (isProviders && !recordedElements.has(this)) {
      recordedElements.add(this)
      elementContext ??= new AudioContext()
      void elementContext.resume()
      elementContext.createMediaElementSource(this).connect(elementContext.destination)
    }
    return Reflect.apply(plainPlay, this, [])
  }
}

/**
 * Records the player's badge, the press of Play, and when the sound of each audio graph leaves the loudspeaker. This
 * runs in the page, after `recordSound`.
 */
function recordScreen(): void {
  window.recordedBadges = []
  window.recordedPressMs = null
  window.recordingTimer = setInterval(() => {
    for (const { context, stamps } of window.recordedTaps.values()) {
      const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
      if (contextTime > 0) stamps.push({ contextMs: contextTime * 1000, heardMs: performanceTime })
    }
    const badge = document.querySelector('[data-listening]')
    if (badge instanceof HTMLElement)
      window.recordedBadges.push({
        atMs: performance.now(),
        listening: badge.dataset.listening ?? '',
        text: badge.textContent ?? '',
      })
  }, 50)
  addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      if (button?.getAttribute('aria-label') === 'Play') window.recordedPressMs ??= event.timeStamp
    },
    true,
  )
}

/** Ends the recording. This runs in the page. */
function endRecording(): Recording {
  clearInterval(window.recordingTimer)
  const base64 = (samples: Float32Array) => {
    const bytes = new Uint8Array(samples.buffer)
    let text = ''
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192))
    return btoa(text)
  }
  const taps = [...window.recordedTaps.values()].map(({ context, pieces, stamps }) => ({
    sampleRate: context.sampleRate,
    pieces: pieces.map(([frame, samples]) => ({ frame, base64: base64(samples) })),
    stamps,
  }))
  const { recordedPressMs: pressedMs, recordedBadges: badges } = window
  return { timeOrigin: performance.timeOrigin, pressedMs, taps, badges }
}
