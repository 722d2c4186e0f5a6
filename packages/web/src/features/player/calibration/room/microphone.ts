/**
 * Why there is no recording. `insecure`: the page has no secure context. `denied`: the person or the browser forbids
 * the microphone. `missing`: there is no microphone. `failed`: any other error.
 */
export type MicrophoneTrouble = 'insecure' | 'denied' | 'missing' | 'failed'

export type Recording = {
  /** When the recording began, in monotonic time of this page. */
  readonly startedMs: number
  stop(): Promise<{ samples: Float32Array; sampleRate: number }>
}

export type Microphone = {
  record(): Promise<Recording>
  /** Releases the microphone. The browser then stops showing that this page uses the microphone. */
  close(): void
}

/** The sample rate of a decoded recording, in hertz. */
const SAMPLE_RATE = 48_000

/**
 * The browser must not process the sound, because echo cancellation and noise suppression would remove the chirps.
 */
const PLAIN_SOUND = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
  channelCount: 1,
}

function troubleOf(error: unknown): MicrophoneTrouble {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed'
}

// Browsers have `mediaDevices` only on pages with a secure context (HTTPS or localhost).
const devices = (): MediaDevices | undefined => navigator.mediaDevices

/** Returns whether the browser has a function that opens a microphone (J9). The person may still refuse it. */
export const hasMicrophone = (): boolean => devices()?.getUserMedia !== undefined

/** Asks for permission and opens the microphone. The recorded sound never leaves this page (Y8). */
export async function openMicrophone(): Promise<Microphone | MicrophoneTrouble> {
  const media = devices()
  if (media?.getUserMedia === undefined) return 'insecure'
  try {
    const stream = await media.getUserMedia({ audio: PLAIN_SOUND })
    return {
      record: () => record(stream),
      close: () => stream.getTracks().forEach((track) => track.stop()),
    }
  } catch (error) {
    return troubleOf(error)
  }
}

async function record(stream: MediaStream): Promise<Recording> {
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: 128_000 })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const started = new Promise((resolve) => recorder.addEventListener('start', resolve, { once: true }))
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
  recorder.start()
  await started
  const startedMs = performance.now()
  return {
    startedMs,
    async stop() {
      if (recorder.state !== 'inactive') recorder.stop()
      await stopped
      const bytes = await new Blob(parts, { type: recorder.mimeType }).arrayBuffer()
      const sound = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(bytes)
      return { samples: sound.getChannelData(0), sampleRate: sound.sampleRate }
    },
  }
}
