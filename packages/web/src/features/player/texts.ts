/** Words of the player: how this person listens, and why they may hear nothing (P8). */
export const playerTexts = {
  player: {
    play: 'Play',
    stop: 'Stop',
    listening: {
      off: 'Not listening',
      silent: 'You follow without sound',
      connecting: 'Connecting the sound …',
      waiting: 'Listening, nothing plays yet',
      playing: 'In step',
      within: 'In step within ± {{ms}} ms',
      buffering: 'Loading the song …',
      blocked: 'Your browser holds the sound back',
      trouble: 'No sound',
    },
    devices: {
      title: 'Where you hear it',
      reload: 'Look for devices again',
      none: 'Press play once, and this browser is a device of your account.',
    },
    unlock: 'Tap to enable sound',
    connect: 'Connect',
    again: 'Try again',
    here: 'Play here',
    accounts: 'Open Accounts',
    silentText: 'To hear the music, connect your {{provider}} account.',
    trouble: {
      premium: '{{provider}} plays for Premium members only. You can follow and vote without sound.',
      'not-allowed': '{{provider}} does not let this account play here. Ask whoever runs this server.',
      reconnect: 'The link to your {{provider}} account has ended. Connect it anew.',
      'no-device': 'The player did not come up at {{provider}}.',
      unavailable: 'This song cannot be played for your account. The next one will be tried.',
      limit: '{{provider}} asks for a pause. It goes on in a moment.',
      away: '{{provider}} does not answer at the moment.',
      offline: '{{provider}} cannot be reached. Check your connection.',
      unsupported:
        'This browser cannot play {{provider}}. Use another browser, or choose another device in Options.',
      script: 'The player of {{provider}} could not be loaded. A blocker may be in the way.',
      playback: 'The player stumbled.',
      elsewhere: 'Your account plays somewhere else.',
    },
  },
} as const
