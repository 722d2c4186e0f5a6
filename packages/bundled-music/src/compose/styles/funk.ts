import { BASS } from '../patches/basses.ts'
import { KEYS } from '../patches/keys.ts'
import { LEADS } from '../patches/leads.ts'
import { PADS } from '../patches/pads.ts'
import { STRINGS } from '../patches/strings.ts'
import type { Style } from '../style.ts'

export const funk: Style = {
  genre: 'funk',
  tempo: [98, 116],
  beatsPerBar: 4,
  swing: [0.06, 0.2],
  swungEighths: false,
  looseSec: 0.005,
  slowsAtEnd: false,
  modes: ['dorian', 'mixolydian', 'minorPentatonic'],
  progressions: {
    verse: ['i7 i7 i7 IV9', 'I7 I7 I7 IV9', 'i9 i9 iv9 iv9', 'i7 IV9 i7 IV9', 'I9 I9 bVII9 IV9'],
    chorus: [
      'IV9 bVII9 i7 i7',
      'iv9 iv9 i9 bVII9',
      'bVImaj7 bVII9 i7 i7',
      'IV9 IV9 I7 I7',
      'ii9 V9 Imaj7 IV9',
    ],
    bridge: ['bVImaj7 bVImaj7 v7 v7', 'IV9 IV9 IV9 V7', 'bIIImaj7 iv7 bVImaj7 V7'],
  },
  forms: [
    'intro4 verse8 chorus8 verse8 chorus8 bridge8 verse8 chorus8 chorus8 outro4',
    'intro8 verse8 verse8 chorus8 bridge8 verse8 chorus8 chorus8 outro4',
    'intro4 chorus8 verse8 verse8 chorus8 bridge8 chorus8 chorus8 outro4',
  ],
  layers: {
    intro: ['drums', 'bass beat', 'chords drums', 'bass drums', 'arp drums', 'hook drums'],
    verse: ['drums bass chords lead', 'drums bass chords arp', 'drums bass chords arp lead'],
    chorus: [
      'drums bass chords hook',
      'drums bass chords hook arp pad',
      'drums bass chords hook arp counter',
    ],
    bridge: ['beat bass arp', 'drums bass pad lead', 'beat chords hook'],
    outro: ['drums bass chords hook', 'drums bass arp chords'],
  },
  kit: [
    {
      kick: { tune: 1.25, decay: 0.6, snap: 0.7 },
      snare: { tune: 1.15, decay: 0.8, snap: 0.7 },
      hat: { tune: 1, decay: 0.8, snap: 0.6 },
      openHat: { tune: 1, decay: 0.7, snap: 0.6 },
      clap: { tune: 1, decay: 0.8, snap: 0.5 },
      conga: { tune: 1, decay: 1, snap: 0.4 },
      cowbell: { tune: 1, decay: 1, snap: 0.5 },
      tom: { tune: 1.1, decay: 0.8, snap: 0.4 },
      crash: { tune: 1, decay: 0.9, snap: 0.5 },
    },
    {
      kick: { tune: 1.15, decay: 0.7, snap: 0.5 },
      snare: { tune: 1.3, decay: 0.65, snap: 0.8 },
      hat: { tune: 0.9, decay: 1, snap: 0.4 },
      openHat: { tune: 0.9, decay: 0.9, snap: 0.5 },
      clap: { tune: 1.15, decay: 0.7, snap: 0.5 },
      conga: { tune: 0.9, decay: 1.1, snap: 0.3 },
      cowbell: { tune: 0.9, decay: 0.9, snap: 0.5 },
      tom: { tune: 1, decay: 0.9, snap: 0.3 },
      crash: { tune: 0.95, decay: 1, snap: 0.5 },
    },
  ],
  grooves: {
    beat: [
      { kick: 'X.....x.X.......', hat: 'x.x.x.x.x.x.x.x.', conga: '..o.x..o..o.x.xo' },
      { clap: '....x.......x...', hat: 'xoxoxoxoxoxoxoxo', cowbell: 'x..x..x..x..x...' },
    ],
    drums: [
      { kick: 'X.X....x..x..x..', snare: '....X..o.o..X..o', hat: 'xoxoxoxoxoxoxoxo' },
      {
        kick: 'X..X..x...X.....',
        snare: '....X.....o.X.o.',
        hat: 'x.xxx.xxx.xxx.xx',
        openHat: '......x.........',
      },
      {
        kick: 'X.....XX..X.....',
        snare: '....X..o.o.oX...',
        hat: 'xoxoxoxoxoxoxo..',
        openHat: '..............x.',
        conga: '..x...xo..x...xo',
      },
      {
        kick: 'X...X...X...X...',
        clap: '....X.......X...',
        hat: 'xoxoxoxoxoxoxoxo',
        openHat: '..x...x...x...x.',
      },
    ],
  },
  fills: [
    { snare: '....X..oX.oxX.XX' },
    { tom: '........X.xX.xXX', snare: '....X.XX........' },
    { conga: 'x.xx.xx.xx.xxxxx' },
  ],
  bass: {
    patches: [BASS.slap, BASS.finger, BASS.fm, BASS.square],
    patterns: [
      'R..r8.R..r.5.78.',
      'R.r.R..8.R.r7.5<',
      'R..R..8.r.R.57r.',
      'R-.r.R8..rR.7.8.',
      'Rr8.R..7.5.R.r<.',
      'R.8.R.8.R.8.r78.',
    ],
    low: 33,
  },
  chords: {
    patches: [KEYS.clav, STRINGS.skank, KEYS.wurli, KEYS.organ],
    patterns: [
      '..x...xo..x.o.x.',
      'x..xo.x..x.xo.x.',
      '....X.......X...',
      '.xo..xo..xo..xox',
      'X.o..ox...o.X.o.',
    ],
    low: 57,
    voices: 3,
    ringSec: 0,
  },
  arp: {
    patches: [STRINGS.muted, KEYS.clav],
    patterns: ['0.1..0.2.0.1.2..', '0010.010201.0.20', '2..1.0..2..1.0.1'],
    low: 60,
    voices: 3,
    ringSec: 0,
  },
  pad: { patches: [STRINGS.ensemble, PADS.organ, PADS.warm], low: 55, voices: 4 },
  melody: {
    leads: [KEYS.wurli, LEADS.clarinet, STRINGS.clean, LEADS.saw, LEADS.flute],
    hooks: [LEADS.brass, LEADS.brass, LEADS.saw, KEYS.organ],
    low: 62,
    verse: ['..x.x-x-....x.x-', 'x.x-..x-x-......', '....x.x.x-x-....', 'x--x--x.x-......'],
    chorus: ['x.x.....x.x-....', 'x--x--x-........', 'x.x.x-..x.x.x-..', '..x-..x-..x.x---'],
    cadences: ['x.x.x---........', 'x--x--x---------', '..x.x.x---------'],
    echoSteps: 0,
  },
  levelsDb: { bass: -5, chords: -7, arp: -11, hook: -5 },
  drumLevelsDb: { hat: -16, cowbell: -20 },
  pump: 0,
  drive: 0.14,
  room: { decaySec: 0.8, brightness: 0.6, amount: 0.25 },
}
