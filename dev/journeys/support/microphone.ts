import type { Page } from '@playwright/test'
import { slotsOf } from '@jointly/web/room/schedule'
import { RECORDED_RATE, recordRoom } from '@jointly/web/room/simulation'

/**
 * Gives a page a microphone in a simulated room with echoes and noise. The microphone records one device after the
 * other. The recording starts when the server sends the schedule of the calibration.
 * @param delaysMs the delay of each device
 */
export async function putInRoom(page: Page, delaysMs: readonly number[]): Promise<void> {
  const devices = delaysMs.map((delayMs) => ({ delayMs, metres: 1, gain: 1 }))
  const { samples, startMs } = recordRoom(
    {
      devices,
      ...{ echoSec: 0.3, echoGain: 0.7, noiseDb: 10, musicDb: 10 },
      ...{ skewPpm: 40, inputDelayMs: 30, seed: 7 },
    },
    slotsOf(devices.length),
  )
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const pcm = Int16Array.from(samples, (sample) => (sample / loudest) * 30_000)
  const base64 = Buffer.from(pcm.buffer).toString('base64')
  await page.addInitScript(simulateMicrophone, { base64, rate: RECORDED_RATE, startMs })
}

/** Replaces the microphone of a page. This runs in the page before its own scripts. */
function simulateMicrophone({
  base64,
  rate,
  startMs,
}: {
  base64: string
  rate: number
  startMs: number
}): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const samples = Float32Array.from(new Int16Array(bytes.buffer), (sample) => sample / 32_768)
  let microphone: { context: AudioContext; output: MediaStreamAudioDestinationNode } | null = null
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext()
    microphone = { context, output: new MediaStreamAudioDestinationNode(context) }
    return microphone.output.stream
  }
  const play = (startTime: number): void => {
    if (microphone === null) return
    const { context, output } = microphone
    const buffer = context.createBuffer(1, samples.length, rate)
    buffer.copyToChannel(samples, 0)
    const source = new AudioBufferSourceNode(context, { buffer })
    source.connect(output)
    // `Date.now` is also the clock of the server, because server and browser run on this machine.
    source.start(context.currentTime + Math.max(0, startTime - Date.now() - startMs) / 1_000)
  }
  const PlainSocket = window.WebSocket
  window.WebSocket = class extends PlainSocket {
    constructor(url: string | URL) {
      super(url)
      this.addEventListener('message', ({ data }) => {
        const message = String(data)
        const startTime = /"startTime":(\d+)/.exec(message)
        if (message.includes('"do":"schedule"') && startTime) play(Number(startTime[1]))
      })
    }
  }
}
