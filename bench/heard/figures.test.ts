import { noteSound } from '@jointly/music-folder/testing'
import { expect, test } from 'vitest'
import { row } from '../report.ts'
import { REFERENCE_RATE } from '../sync/songs.ts'
import { heardRows, medianRows, type Recorded } from './figures.ts'
import { trialRows } from './trial.ts'

const BEGIN_MS = 1_800_000_000_000
const SECONDS = 24
const SONG = {
  title: 'Falling Pebbles',
  durationMs: SECONDS * 1_000,
  samples: noteSound(7, SECONDS, REFERENCE_RATE),
}

/** A browser that plays the song in time, but is silent from one second of it to another. Its badge shows `text`. */
function browserSilent(fromSec: number, toSec: number, text = 'in sync ± 5 ms'): Recorded {
  const played = SONG.samples.slice().fill(0, fromSec * REFERENCE_RATE, toSec * REFERENCE_RATE)
  const samplesOf = (ms: number) => Math.round((ms * REFERENCE_RATE) / 1_000)
  const badges = Array.from({ length: SECONDS * 10 }, (_, tenth) => ({
    ...{ atMs: BEGIN_MS + tenth * 100, listening: 'playing', text },
  }))
  return {
    engine: 'Chromium',
    pressedMs: BEGIN_MS,
    badges,
    recorder: {
      doubtMs: () => 0,
      soundAt(epochMs, lengthMs) {
        const from = samplesOf(epochMs - BEGIN_MS)
        return played.slice(from, from + samplesOf(lengthMs))
      },
    },
  }
}

test('a browser that was silent for a third of the song misses its goals, and one that was never silent meets them', () => {
  const rows = heardRows('a pair', SONG, BEGIN_MS, [browserSilent(8, 16), browserSilent(0, 0)])
  const judged = rows
    .filter(({ what }) => /moments not heard|badge true|off, p95/.test(what))
    .map(({ what, met }) => [what, met])
  expect(judged).toEqual([
    ['a pair: first, Chromium, off, p95', true],
    ['a pair: first, Chromium, moments not heard', false],
    ['a pair: first, Chromium, badge true', false],
    ['a pair: second, Chromium, off, p95', true],
    ['a pair: second, Chromium, moments not heard', true],
    ['a pair: second, Chromium, badge true', true],
  ])
})

test('moments at which the badge shows no figure count neither as true nor as wrong', () => {
  const silent = browserSilent(8, 16)
  const later = silent.badges.map((badge, tenth) => (tenth < 80 ? { ...badge, text: 'syncing …' } : badge))
  const rows = heardRows('a pair', SONG, BEGIN_MS, [
    browserSilent(0, 0, 'delay unknown'),
    { ...silent, badges: later },
  ])
  const shown = rows.filter(({ what }) => what.includes('badge')).map(({ what, value }) => [what, value])
  expect(shown).toEqual([
    ['a pair: first, Chromium, badge shown, share of the time', 0],
    ['a pair: second, Chromium, badge shown, share of the time', expect.closeTo(65, 0)],
    // Of the 15 seconds with a figure, 8 were silent.
    ['a pair: second, Chromium, badge true', expect.closeTo(47, 0)],
    ['a pair: second, Chromium, badge says within, p50', 5],
  ])
})

test('M10 M11 after a disturbance, a badge may show a wrong figure for 0.3 s, but not longer', () => {
  const judged = [0, 3, 4].flatMap((tenths) => {
    const { recorder, badges } = browserSilent(8, 16)
    const shown = badges.map((badge, tenth) =>
      tenth >= 90 && tenth < 90 + tenths ? badge : { ...badge, text: 'syncing …' },
    )
    const trial = { name: 'a sleep', endMs: BEGIN_MS + 4_000, recorder }
    return trialRows('Chromium', trial, { songs: [SONG], startTime: BEGIN_MS, badges: shown })
  })
  const wrong = judged.filter(({ what }) => what.includes('wrong figures'))
  expect(wrong.map(({ value, met }) => [value, met])).toEqual([
    [0, true],
    [0.3, true],
    [0.4, false],
  ])
})

test('a figure of several runs is their median with its goal, and the worst of them is beside it', () => {
  const runs = [4, 30, 9].map((off) => [
    row('off', off, 'ms', { atMost: 10 }),
    row('badge true', 100 - off, '%', { atLeast: 95 }),
    row('late', -off, 'ms'),
  ])
  const combined = medianRows(runs).map(({ what, value, met }) => [what, value, met])
  expect(combined).toEqual([
    ['off', 9, true],
    ['off, worst of 3', 30, null],
    ['badge true', 91, false],
    ['badge true, worst of 3', 70, null],
    ['late', -9, null],
  ])
  expect(medianRows(runs.slice(0, 1))).toEqual(runs[0])
})

test('a goal of one exact value is missed if one of several runs misses it', () => {
  const runs = [1, 0, 1].map((times) => [row('recorded', times, '', { exactly: 1 })])
  expect(medianRows(runs)).toEqual(runs[1])
})

test('if two runs have a figure, it is the worse of both', () => {
  const runs = [4, 30].map((off) => [
    row('off', off, 'ms', { atMost: 10 }),
    row('badge true', 100 - off, '%', { atLeast: 95 }),
    row('late', off, 'ms'),
  ])
  const combined = medianRows(runs).map(({ what, value, met }) => [what, value, met])
  expect(combined).toEqual([
    ['off', 30, false],
    ['off, worst of 2', 30, null],
    ['badge true', 70, false],
    ['badge true, worst of 2', 70, null],
    ['late', 30, null],
  ])
})
