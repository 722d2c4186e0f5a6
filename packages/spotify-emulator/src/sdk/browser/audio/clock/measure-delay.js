import { firefoxLatencyAfterSec, OutputClock } from './output-clock.js'

const measureEveryMs = 20
/**
 * The time limit of a measurement, in milliseconds. A measurement takes about two seconds. If it takes longer than
 * the limit, the graph does not run steadily.
 */
const measureWithinMs = 6000

/**
 * Measures the delay of the current output with a second, silent graph. Firefox keeps the first latency that it
 * reads, for all graphs with the same sample rate. So the second graph must have another sample rate.
 * @param {number} sampleRate a rate that no other graph of this page has now
 * @returns {Promise<number | null>} the delay in seconds; null if it could not be measured, for example without an
 * output
 */
export async function measureDelaySec(sampleRate) {
  const context = new AudioContext({ latencyHint: 'interactive', sampleRate })
  const silence = new ConstantSourceNode(context, { offset: 0 })
  silence.connect(context.destination)
  silence.start()
  const clock = new OutputClock(context, firefoxLatencyAfterSec)
  const deadlineMs = performance.now() + measureWithinMs
  while (clock.delaySec === null && performance.now() < deadlineMs) {
    await new Promise((resolve) => setTimeout(resolve, measureEveryMs))
    clock.observe()
  }
  await context.close().catch(() => undefined)
  return clock.delaySec
}
