/** Texts of the calibration: the correction of a late output, and the metronome (Y). */
export const calibrationTexts = {
  calibration: {
    open: 'My speaker is late',
    title: 'My speaker is late',
    text: 'A Bluetooth speaker sounds later than your browser knows. Correct that here, for this device.',
    output: 'Output: {{name}}',
    used: 'corrected by you',
    ms: '{{ms}}\u00a0ms',
    slider: 'Correction of this device',
    earlier: 'This device plays {{ms}}\u00a0ms earlier.',
    later: 'This device plays {{ms}}\u00a0ms later.',
    none: 'Nothing is corrected.',
    late: 'The sound comes too late',
    early: 'The sound comes too early',
    playEarlier: 'Play {{ms}} ms earlier',
    playLater: 'Play {{ms}} ms later',
    keys: 'On the slider: arrow keys 1 ms, with Shift 5 ms, Page Up and Page Down 20 ms.',
    reset: 'Reset',
    inexact:
      'The player of {{provider}} does not start songs to the millisecond, so expect about 0.4 seconds. A correction is used when a song starts. A change during a song makes a short gap.',
    metronome: {
      start: 'Start the metronome',
      stop: 'Stop the metronome',
      text: 'It clicks once a second, at the same moment on every device. Start it on two devices beside each other, and correct the late one until you hear one click.',
      blocked: 'The browser blocks the sound. Press play in the session first.',
      muted: 'This device is muted. Turn up its volume in Jointly.',
    },
  },
} as const
