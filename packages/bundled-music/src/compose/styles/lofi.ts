import { BASS } from '../patches/basses.ts'
import { BELLS } from '../patches/bells.ts'
import { KEYS } from '../patches/keys.ts'
import { LEADS } from '../patches/leads.ts'
import { PADS } from '../patches/pads.ts'
import { STRINGS } from '../patches/strings.ts'
import type { Style } from '../style.ts'

export const lofi: Style = {
  genre: 'lo-fi',
  tempo: [70, 88],
  beatsPerBar: 4,
  swing: [0.18, 0.36],
  swungEighths: false,
  looseSec: 0.012,
  slowsAtEnd: false,
  modes: ['major', 'dorian', 'majorPentatonic', 'minorPentatonic'],
  progressions: {
    verse: [
      'ii9 V9 Imaj9 vi7',
      'Imaj9 vi9 ii9 V9',
      'IVmaj9 iii7 ii9 Imaj7',
      'i9 iv9 bVII9 bIIImaj7',
      'IVmaj7 iv6 Imaj7 vi7',
    ],
    chorus: [
      'IVmaj9 V6,iii7 vi9 ii7,V9',
      'Imaj9 iii7 IVmaj9 iv6',
      'ii9 V9 iii7 vi9',
      'bVImaj7 bVII9 i9 i9',
      'IVmaj9 iii7,vi7 ii9 V9',
    ],
    bridge: ['vi9 ii9 vi9 V9', 'iv6 bVII9 Imaj9 Imaj9', 'IVmaj7 IVmaj7 iii7 iii7'],
  },
  forms: [
    'intro4 verse8 chorus8 verse8 bridge4 chorus8 verse8 outro4',
    'intro2 verse8 verse8 chorus8 bridge8 verse8 chorus8 outro4',
    'intro4 chorus8 verse8 chorus8 bridge4 verse8 chorus8 outro4',
  ],
  layers: {
    intro: [
      'chords texture',
      'beat chords texture',
      'lead texture',
      'beat bass texture',
      'arp texture pad',
      'chords lead texture',
    ],
    verse: [
      'drums bass chords texture lead',
      'drums bass chords texture',
      'drums bass chords texture lead arp',
    ],
    chorus: [
      'drums bass chords texture hook',
      'drums bass chords texture hook pad',
      'drums bass chords hook pad texture counter',
    ],
    bridge: ['chords texture hook', 'beat bass pad texture', 'pad arp lead texture'],
    outro: ['drums chords texture lead', 'chords texture'],
  },
  kit: [
    {
      kick: { tune: 1.1, decay: 0.7, snap: 0.1 },
      snare: { tune: 0.9, decay: 0.7, snap: 0.3 },
      hat: { tune: 0.8, decay: 0.8, snap: 0.2 },
      openHat: { tune: 0.8, decay: 0.6, snap: 0.2 },
      rim: { tune: 0.9, decay: 1, snap: 0.3 },
      shaker: { tune: 0.8, decay: 1, snap: 0.3 },
      crackle: { tune: 1, decay: 1, snap: 0.6 },
      brush: { tune: 0.9, decay: 0.8, snap: 0.3 },
    },
    {
      kick: { tune: 1.2, decay: 0.6, snap: 0.05 },
      snare: { tune: 1.05, decay: 0.55, snap: 0.4 },
      hat: { tune: 0.7, decay: 0.7, snap: 0.3 },
      openHat: { tune: 0.7, decay: 0.7, snap: 0.2 },
      rim: { tune: 1.1, decay: 1, snap: 0.2 },
      shaker: { tune: 0.9, decay: 1.1, snap: 0.3 },
      crackle: { tune: 1, decay: 1, snap: 1 },
      brush: { tune: 1.1, decay: 0.7, snap: 0.3 },
    },
  ],
  grooves: {
    beat: [
      { kick: 'X.........x.....', hat: 'x.o.x.o.x.o.x.o.' },
      { rim: '....x.......x...', shaker: 'x.o.x.o.x.o.x.o.' },
    ],
    drums: [
      { kick: 'X......x..x.....', snare: '....X.......X...', hat: 'x.o.x.o.x.o.x.oo' },
      { kick: 'X..x......x..x..', snare: '....X.......X..o', hat: 'x.x.x.x.x.x.x.x.' },
      { kick: 'X.....x...X.....', rim: '....X..o....X...', shaker: 'xoxoxoxoxoxoxoxo' },
      { kick: 'X.......x.x.....', brush: '....X.......X.o.', hat: 'x..ox..ox..ox..o' },
    ],
  },
  fills: [
    { snare: '....X.......X.oo', kick: 'X......x..x...x.' },
    { kick: 'X...............', hat: 'x...............' },
  ],
  bass: {
    patches: [BASS.upright, BASS.round, BASS.finger],
    patterns: ['R-----..R-..5-..', 'R---..r-5---..<-', 'R-----8-..5-R-<-', 'R--r..5-8---..<-'],
    low: 31,
  },
  chords: {
    patches: [KEYS.rhodes, KEYS.felt, KEYS.wurli, STRINGS.nylon],
    patterns: [
      'X-------..o-x---',
      'X-----x---------',
      'X---..x---..o---',
      '..X-----..X-----',
      'X--o--x---..o-..',
    ],
    low: 53,
    voices: 4,
    ringSec: 0.5,
  },
  arp: {
    patches: [BELLS.kalimba, STRINGS.nylon, BELLS.vibraphone],
    patterns: ['0...2...1...3...', '..0.1.2...3.2.1.', '0.2.4.3.....2...'],
    low: 60,
    voices: 4,
    ringSec: 0.8,
  },
  pad: { patches: [PADS.warm, PADS.organ, PADS.choirOo], low: 53, voices: 4 },
  melody: {
    leads: [KEYS.rhodes, BELLS.vibraphone, LEADS.clarinet, KEYS.felt, STRINGS.nylon],
    hooks: [LEADS.soft, LEADS.flute, BELLS.kalimba, KEYS.wurli],
    low: 62,
    verse: [
      '..x-x-x---......',
      'x--x--x-........',
      '....x-x-x-x-....',
      'x---..x-x---....',
      '..x---x-....x---',
    ],
    chorus: ['x-x-x---..x-x---', '..x-x-x-x---....', 'x---x-x---x-....', 'x--x--x---......'],
    cadences: ['x-------........', '..x-x-----......', 'x-x-x-------....'],
    echoSteps: 3,
  },
  levelsDb: { chords: -7, texture: -19, lead: -5, hook: -4.5, pad: -15, bass: -7 },
  drumLevelsDb: { kick: -5, snare: -8, hat: -17 },
  pump: 0.22,
  drive: 0.2,
  room: { decaySec: 1, brightness: 0.3, amount: 0.4 },
}
