import { BASS } from '../patches/basses.ts'
import { BELLS } from '../patches/bells.ts'
import { KEYS } from '../patches/keys.ts'
import { LEADS } from '../patches/leads.ts'
import { PADS } from '../patches/pads.ts'
import { STRINGS } from '../patches/strings.ts'
import type { Style } from '../style.ts'

export const postRock: Style = {
  genre: 'post-rock',
  tempo: [84, 118],
  beatsPerBar: 4,
  swing: [0, 0],
  swungEighths: false,
  looseSec: 0.007,
  slowsAtEnd: true,
  modes: ['major', 'minor', 'lydian', 'majorPentatonic'],
  progressions: {
    verse: ['I I IV IV', 'vi IV I V', 'i bVI bIII bVII', 'Iadd9 iii vi IV', 'i i bVI bVI'],
    chorus: ['IV I V vi', 'bVI bIII bVII i', 'I V vi IV', 'vi IV I V', 'iv bVI i bVII'],
    bridge: ['IV IV vi vi', 'bVI bVI iv iv', 'ii ii IV IV', 'vi vi iii iii'],
  },
  forms: [
    'intro4 verse8 verse8 chorus8 bridge8 verse8 chorus8 chorus8 outro4',
    'intro8 verse8 chorus8 bridge8 bridge8 chorus8 chorus8 outro4',
    'intro4 verse8 bridge4 chorus8 verse8 bridge8 chorus8 chorus8 outro4',
  ],
  layers: {
    intro: ['arp', 'arp pad', 'lead', 'drums arp', 'chords', 'bass drums'],
    verse: ['arp lead beat bass', 'arp lead drums bass', 'arp lead drums bass counter'],
    chorus: [
      'drums bass chords hook',
      'drums bass chords hook pad arp',
      'drums bass chords hook pad arp counter',
    ],
    bridge: ['arp pad lead', 'beat bass pad arp', 'drums bass pad arp lead'],
    outro: ['drums bass chords hook pad', 'arp pad'],
  },
  kit: [
    {
      kick: { tune: 1.05, decay: 0.9, snap: 0.5 },
      snare: { tune: 0.9, decay: 1.3, snap: 0.6 },
      hat: { tune: 0.9, decay: 1.1, snap: 0.5 },
      openHat: { tune: 0.9, decay: 1.2, snap: 0.5 },
      ride: { tune: 0.95, decay: 0.9, snap: 0.5 },
      tom: { tune: 0.85, decay: 1.3, snap: 0.4 },
      crash: { tune: 0.9, decay: 1.3, snap: 0.5 },
    },
    {
      kick: { tune: 0.95, decay: 1, snap: 0.6 },
      snare: { tune: 1, decay: 1.1, snap: 0.7 },
      hat: { tune: 1, decay: 1, snap: 0.4 },
      openHat: { tune: 1, decay: 1.1, snap: 0.4 },
      ride: { tune: 1.05, decay: 1, snap: 0.4 },
      tom: { tune: 0.75, decay: 1.4, snap: 0.3 },
      crash: { tune: 0.85, decay: 1.4, snap: 0.5 },
    },
  ],
  grooves: {
    beat: [
      { kick: 'X.......x.......', hat: 'x...x...x...x...' },
      { tom: 'x..x..x.x..x..x.', kick: 'X.......X.......' },
      { hat: 'x.x.x.x.x.x.x.x.', snare: '............o...' },
    ],
    drums: [
      { kick: 'X.....x.X.x.....', snare: '....X.......X...', ride: 'x.x.x.x.x.x.x.x.' },
      { kick: 'X..x..x...X.....', snare: '....X.......X..o', openHat: 'x...x...x...x...' },
      {
        kick: 'X.x.....X.x...x.',
        snare: '........X.......',
        hat: 'x.x.x.x.x.x.x.x.',
        tom: '............x.x.',
      },
      {
        kick: 'X...x.x.X...x.x.',
        snare: '....X.......X...',
        crash: 'x...............',
        ride: 'x...x...x...x...',
      },
    ],
  },
  fills: [
    { snare: '....X...xxxxXXXX', kick: 'X.......X...X...' },
    { tom: 'x.xxx.xxX.XXXXXX' },
    { tom: '........X.X.X.X.', snare: '....X...........' },
  ],
  bass: {
    patches: [BASS.finger, BASS.pulse, BASS.square],
    patterns: ['R-R-R-R-R-R-R-R-', 'R-----R-R-----R-', 'R---R---R---5---', 'R-------R---8-5-'],
    low: 31,
  },
  chords: {
    patches: [STRINGS.crunch],
    patterns: ['X-X-X-X-X-X-X-X-', 'X-------X-------', 'X-----X-X-----X-', 'X-xxX-xxX-xxX-xx'],
    low: 45,
    voices: 3,
    ringSec: 0.3,
  },
  arp: {
    patches: [STRINGS.clean, STRINGS.clean, STRINGS.steel, BELLS.glockenspiel],
    patterns: [
      '0.2.3.2.4.2.3.2.',
      '0.1.2.3.4.3.2.1.',
      '0..2..4.0..2..3.',
      '4.3.2.3.4.3.1.3.',
      '0.3.1.3.2.3.1.3.',
    ],
    low: 59,
    voices: 3,
    ringSec: 0.8,
  },
  pad: { patches: [STRINGS.ensemble, PADS.choirAh, PADS.warm, PADS.organ], low: 53, voices: 4 },
  melody: {
    leads: [STRINGS.clean, LEADS.soft, BELLS.glockenspiel, KEYS.grand],
    hooks: [STRINGS.violin, LEADS.super, LEADS.choir, STRINGS.crunch],
    low: 64,
    verse: ['x-------x---x---', 'x---x---x-------', '..x-x---x-------', 'x-----x---x-----'],
    chorus: ['x-------x-------', 'x---x---x---x---', 'x-----x-x-------', 'x-x-x-x-x-x-x-x-'],
    cadences: ['x---------------', 'x-------x-------'],
    echoSteps: 3,
  },
  levelsDb: { chords: -8, arp: -8, pad: -12, hook: -4.5, lead: -6.5, bass: -4.5 },
  drumLevelsDb: { snare: -5, ride: -20 },
  pump: 0,
  drive: 0.3,
  room: { decaySec: 1.9, brightness: 0.55, amount: 0.65 },
}
