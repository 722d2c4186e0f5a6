/** What a page wrote down while it played. Times are of the page's `performance.now`, in milliseconds. */
export type Recording = {
  readonly timeOrigin: number
  /** When the person pressed play. */
  readonly pressedMs: number | null
  readonly taps: readonly TapRecording[]
  /** The player's badge as it was shown. */
  readonly badges: readonly { readonly atMs: number; readonly listening: string; readonly text: string }[]
}

/** The sound of one audio graph. */
export type TapRecording = {
  readonly sampleRate: number
  /** The number of the first frame and the samples that follow it, one channel; gaps are where numbers jump. */
  readonly pieces: readonly { readonly frame: number; readonly base64: string }[]
  /** Which moment of the graph was heard when, by the browser's own account of its output. */
  readonly stamps: readonly { readonly contextMs: number; readonly heardMs: number }[]
}

declare global {
  interface Window {
    /** Ends the recording and gives what was recorded. */
    readRecording(): Promise<Recording>
  }
}

/**
 * Runs in a page before its own scripts. Every sound that goes to the loudspeaker, from an audio graph or an audio
 * element, is also written down by a worklet, together with the browser's account of when it is heard.
 */
export function tapPage(): void {
  const code = `registerProcessor('tap', class extends AudioWorkletProcessor {
    kept = new Float32Array(4096); first = -4096
    process([input]) {
      // A graph that stumbles leaves frames out: each sample goes to its own place.
      if (currentFrame - this.first >= 4096) {
        if (this.first >= 0) this.port.postMessage([this.first, this.kept])
        this.kept = new Float32Array(4096)
        this.first = currentFrame
      }
      const [left] = input
      if (left) this.kept.set(left, currentFrame - this.first)
      return true
    }
  })`
  type Tap = {
    context: AudioContext
    pieces: [number, Float32Array][]
    stamps: { contextMs: number; heardMs: number }[]
    node: Promise<AudioWorkletNode>
  }
  const taps = new Map<BaseAudioContext, Tap>()
  const plainConnect = AudioNode.prototype.connect
  const join = (from: AudioNode, to: AudioNode): void => void Reflect.apply(plainConnect, from, [to])

  function tapOf(context: AudioContext): Tap {
    const known = taps.get(context)
    if (known) return known
    const pieces: [number, Float32Array][] = []
    const module = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
    const node = context.audioWorklet.addModule(module).then(() => {
      const made = new AudioWorkletNode(context, 'tap', { numberOfOutputs: 1 })
      made.port.onmessage = ({ data }: MessageEvent<[number, Float32Array]>) => void pieces.push(data)
      const silent = context.createGain()
      silent.gain.value = 0
      join(made, silent)
      join(silent, context.destination)
      return made
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

  // What an element plays goes through a graph of ours to the loudspeaker.
  const heardElements = new WeakSet<HTMLMediaElement>()
  const plainPlay = HTMLMediaElement.prototype.play
  let ownContext: AudioContext | null = null
  HTMLMediaElement.prototype.play = function play(this: HTMLMediaElement): Promise<void> {
    const isProviders = this.hasAttribute('data-spotify-player') || this.hasAttribute('data-spotify-standby')
    if (isProviders && !heardElements.has(this)) {
      heardElements.add(this)
      ownContext ??= new AudioContext()
      void ownContext.resume()
      ownContext.createMediaElementSource(this).connect(ownContext.destination)
    }
    return Reflect.apply(plainPlay, this, [])
  }

  const badges: { atMs: number; listening: string; text: string }[] = []
  let pressedMs: number | null = null
  const timer = setInterval(() => {
    for (const { context, stamps } of taps.values()) {
      const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
      if (contextTime > 0) stamps.push({ contextMs: contextTime * 1000, heardMs: performanceTime })
    }
    const badge = document.querySelector('[data-listening]')
    if (badge instanceof HTMLElement)
      badges.push({
        atMs: performance.now(),
        listening: badge.dataset.listening ?? '',
        text: badge.textContent ?? '',
      })
  }, 50)
  addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      if (button?.getAttribute('aria-label') === 'Play') pressedMs ??= event.timeStamp
    },
    true,
  )

  window.readRecording = async () => {
    clearInterval(timer)
    const base64 = async (samples: Float32Array) => {
      const bytes = new Uint8Array(samples.buffer)
      let text = ''
      for (let at = 0; at < bytes.length; at += 8192)
        text += String.fromCharCode(...bytes.subarray(at, at + 8192))
      return btoa(text)
    }
    const written = await Promise.all(
      [...taps.values()].map(async ({ context, pieces, stamps }) => ({
        sampleRate: context.sampleRate,
        pieces: await Promise.all(
          pieces.map(async ([frame, samples]) => ({ frame, base64: await base64(samples) })),
        ),
        stamps,
      })),
    )
    return { timeOrigin: performance.timeOrigin, pressedMs, taps: written, badges }
  }
}
