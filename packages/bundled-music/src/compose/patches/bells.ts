import { env, fm, modal } from './defaults.ts'

/** Struck bars, plates and bells. The band of an artist gets a variant of one of them. */
export const BELLS = {
  vibraphone: modal(
    [
      [1, 1, 1.1],
      [3.98, 0.25, 0.35],
      [9.6, 0.06, 0.1],
    ],
    0.1,
    0.25,
  ),
  marimba: modal(
    [
      [1, 1, 0.3],
      [3.9, 0.35, 0.09],
      [9.2, 0.1, 0.04],
    ],
    0.35,
  ),
  kalimba: modal(
    [
      [1, 1, 0.55],
      [5.4, 0.2, 0.1],
      [2.01, 0.15, 0.4],
    ],
    0.4,
  ),
  glockenspiel: modal(
    [
      [1, 1, 0.9],
      [2.76, 0.5, 0.5],
      [5.4, 0.25, 0.25],
    ],
    0.15,
  ),
  musicBox: modal(
    [
      [1, 1, 0.8],
      [2, 0.3, 0.5],
      [6.2, 0.2, 0.15],
    ],
    0.3,
  ),
  bell: fm({ ratio: 3.5, index: 1.6, indexDecay: 0.9, amp: env(0.004, 2.4, 0.05, 1.2) }),
  crystal: fm({ ratio: 1.41, index: 0.9, indexDecay: 1.2, amp: env(0.01, 2.4, 0.15, 1.4) }),
} as const
