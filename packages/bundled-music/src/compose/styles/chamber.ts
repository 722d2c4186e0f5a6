import { BASS } from '../patches/basses.ts'
import { BELLS } from '../patches/bells.ts'
import { KEYS } from '../patches/keys.ts'
import { LEADS } from '../patches/leads.ts'
import { STRINGS } from '../patches/strings.ts'
import type { Style } from '../style.ts'

export const chamber: Style = {
  genre: 'chamber',
  tempo: [104, 152],
  beatsPerBar: 3,
  swing: [0, 0],
  swungEighths: false,
  looseSec: 0.008,
  slowsAtEnd: true,
  modes: ['harmonicMinor', 'major', 'minor'],
  progressions: {
    verse: [
      'i i V7 i iv i V7 i',
      'I I V7 V7 V7 V7 I I',
      'i bVI iv V7',
      'I vi ii V7',
      'i V7 i V7 bIII bVII bVI V7',
      'I iii IV iv I vi ii7 V7',
    ],
    chorus: [
      'bIII bVII i V7',
      'IV IV I I V7 V7 I I',
      'iv bVII bIII bVI iim7b5 V7 i i',
      'I V7 vi iii IV I ii V7',
      'vi iii IV I ii7 V7 I I',
    ],
    bridge: ['bVI bVI bIII bIII iv iv V7 V7', 'vi vi iii iii IV IV V V', 'iv i iv V7'],
  },
  forms: [
    'intro4 verse16 chorus16 verse16 bridge16 chorus16 chorus16 outro8',
    'intro8 verse16 chorus16 bridge8 verse16 chorus16 outro8',
    'intro4 verse16 verse16 chorus16 bridge16 verse16 chorus16 outro8',
  ],
  layers: {
    intro: ['chords', 'chords bass', 'arp', 'counter pad', 'lead', 'bass arp'],
    verse: ['bass chords lead', 'bass chords lead arp', 'bass chords lead counter'],
    chorus: ['bass chords hook counter', 'bass chords hook pad arp', 'bass chords hook pad counter arp'],
    bridge: ['arp counter bass', 'pad lead', 'chords counter pad'],
    outro: ['bass chords hook pad', 'bass chords lead'],
  },
  kit: [{ tom: { tune: 0.7, decay: 1.5, snap: 0.1 }, crash: { tune: 0.8, decay: 1, snap: 0.2 } }],
  grooves: { beat: [{ tom: 'o...........' }], drums: [{ tom: 'x...........' }] },
  fills: [],
  bass: {
    patches: [BASS.cello, BASS.upright],
    patterns: ['R---........', 'R-------5---', 'R-----------5-----------', 'R---8---5---'],
    low: 38,
  },
  chords: {
    patches: [STRINGS.pizzicato, KEYS.grand, KEYS.felt, STRINGS.harp],
    patterns: ['....x-..o-..', '....x---o---', 'b...2...3...', '0.1.2.3.2.1.', '....x.x.x.x.'],
    low: 55,
    voices: 3,
    ringSec: 0.3,
  },
  arp: {
    patches: [STRINGS.harp, BELLS.musicBox, BELLS.glockenspiel, KEYS.grand],
    patterns: ['0.2.3.5.3.2.', '5.4.3.2.1.0.', '0...2...4...'],
    low: 62,
    voices: 3,
    ringSec: 0.7,
  },
  pad: { patches: [STRINGS.ensemble], low: 53, voices: 4 },
  melody: {
    leads: [STRINGS.violin, LEADS.clarinet, KEYS.grand, LEADS.flute],
    hooks: [STRINGS.violin, LEADS.flute, LEADS.accordion, STRINGS.ensemble],
    low: 64,
    verse: ['x---x---x---', 'x-------x---', 'x-x-x-x-x---', 'x---x-x-x-x-', 'x-----x-x---'],
    chorus: ['x-------x---', 'x---x---x---', 'x-----x-x-x-', 'x-x-x---x---'],
    cadences: ['x-------....', 'x---x-------', 'x-----------'],
    echoSteps: 0,
  },
  levelsDb: { bass: -7.5, chords: -9, arp: -12, lead: -4.5, hook: -4.5, counter: -10, pad: -14 },
  drumLevelsDb: {},
  pump: 0,
  drive: 0,
  room: { decaySec: 1.7, brightness: 0.5, amount: 0.6 },
}
