import type { CalibrationAct } from '@jointly/contract'
import { expect, it } from 'vitest'
import { createManualScheduler } from '../../controller/testing.ts'
import type { Clip } from '../../provider/web-playback-sdk.ts'
import { createParticipant } from './participant.ts'
import { chirpsMs } from './schedule.ts'

const run = 'a-calibration'
const own = 'own-device-1'
const OTHER = 'other-device'

/** Creates a device of a session. The server's clock is one second ahead of the page's clock. */
function device() {
  const { scheduler, pass } = createManualScheduler()
  const sent: CalibrationAct[] = []
  const clips: Clip[] = []
  const log: string[] = []
  const questions: (() => void)[] = []
  let silent = 0
  let isMuted = false
  const participant = createParticipant({
    device: own,
    describe: () => ({ name: 'Kitchen', correctionMs: 20, state: isMuted ? 'muted' : 'ready' }),
    send: (_calibration, act) => sent.push(act),
    serverNow: () => scheduler.nowMs() + 1_000,
    scheduler,
    async play(clip) {
      clips.push(clip)
      return true
    },
    clearClips: () => void log.push('clear'),
    silence() {
      silent += 1
      let isOn = true
      return () => {
        silent -= isOn ? 1 : 0
        isOn = false
      }
    },
    ask(_by, accept) {
      questions.push(accept)
      return () => log.push('question closed')
    },
    apply: (correctionMs, withinMs) => log.push(`use ${correctionMs} ± ${withinMs}`),
  })
  const join = () => participant.receive(run, { do: 'asked', by: 'me', isOwn: true })
  const mute = () => {
    isMuted = true
  }
  return { participant, sent, clips, log, questions, pass, join, mute, silent: () => silent }
}

it('Y5 an own device joins by itself, another one only after its person agrees', () => {
  const { participant, sent, questions, join } = device()
  participant.receive(run, { do: 'asked', by: 'ann', isOwn: false })
  expect(sent).toEqual([])
  questions[0]?.()
  const joined = { do: 'join', device: { device: own, name: 'Kitchen', correctionMs: 20, state: 'ready' } }
  expect(sent).toEqual([joined])
  join()
  expect(sent).toEqual([joined, joined])
})

it('Y5 answers again only after something has changed', () => {
  const { participant, sent, join, mute } = device()
  join()
  participant.update()
  expect(sent).toHaveLength(1)
  mute()
  participant.update()
  participant.update()
  expect(sent.slice(1)).toMatchObject([{ do: 'join', device: { state: 'muted' } }])
})

it('Y6 plays its chirps at the times of the server without its correction, while the session is silent', async () => {
  const { participant, clips, pass, join, silent } = device()
  join()
  participant.receive(run, { do: 'schedule', startTime: 4_000, devices: [OTHER, own] })
  expect(silent()).toBe(1)
  expect(clips.length).toBe(6)
  expect(clips.map(({ atMs }) => atMs).toSorted((a, b) => a - b)[0]).toBe(3_400)
  for (const { atMs } of clips) expect((atMs - 3_000) % 400).toBe(0)
  await pass(3_000 + chirpsMs(2) + 1_100)
  expect(silent()).toBe(1)
  await pass(100)
  expect(silent()).toBe(0)
})

it('Y6 plays nothing without its agreement, and not for others', () => {
  const { participant, clips, join, log } = device()
  participant.receive(run, { do: 'schedule', startTime: 4_000, devices: [OTHER, own] })
  join()
  participant.receive('another-one', { do: 'schedule', startTime: 4_000, devices: [OTHER, own] })
  participant.receive(run, { do: 'schedule', startTime: 4_000, devices: [OTHER] })
  participant.receive(run, { do: 'results', results: [{ device: OTHER, correctionMs: 1, withinMs: 1 }] })
  expect([clips, log]).toEqual([[], []])
})

it('Y6 stays in its calibration when another one ends', () => {
  const { participant, clips, log, questions, join } = device()
  join()
  // The server refuses a calibration that this person wanted to start.
  participant.receive('refused', { do: 'ended', reason: 'busy' })
  participant.receive('another-one', { do: 'asked', by: 'ann', isOwn: false })
  participant.receive('another-one', { do: 'ended', reason: 'left' })
  expect([questions.length, log]).toEqual([1, ['question closed']])
  participant.receive(run, { do: 'schedule', startTime: 4_000, devices: [OTHER, own] })
  expect(clips).toHaveLength(6)
})

it('Y6 keeps a question open when another calibration ends', () => {
  const { participant, log, join } = device()
  join()
  participant.receive('another-one', { do: 'asked', by: 'ann', isOwn: false })
  participant.receive(run, { do: 'ended', reason: 'busy' })
  participant.receive('refused', { do: 'ended', reason: 'busy' })
  expect(log).toEqual(['clear'])
  participant.receive('another-one', { do: 'ended', reason: 'left' })
  expect(log).toContain('question closed')
})

it('Y7 uses its own result', () => {
  const { participant, log, join } = device()
  join()
  participant.receive(run, { do: 'results', results: [{ device: own, correctionMs: 182, withinMs: 2 }] })
  expect(log).toEqual(['use 182 ± 2'])
})

it('Y6 stops at once when the calibration ends, the session is closed, or the connection is lost', () => {
  for (const ending of ['ended', 'close'] as const) {
    const { participant, sent, log, join, silent } = device()
    join()
    participant.receive(run, { do: 'schedule', startTime: 4_000, devices: [own, OTHER] })
    if (ending === 'ended') participant.receive(run, { do: 'ended', reason: 'left' })
    else participant.close()
    expect(silent()).toBe(0)
    expect(log).toContain('clear')
    expect(sent.at(-1)?.do).toBe(ending === 'ended' ? 'join' : 'leave')
  }
})
