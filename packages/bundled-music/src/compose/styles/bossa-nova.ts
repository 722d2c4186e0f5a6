import { BASS } from '../patches/basses.ts'
import { BELLS } from '../patches/bells.ts'
import { KEYS } from '../patches/keys.ts'
import { LEADS } from '../patches/leads.ts'
import { PADS } from '../patches/pads.ts'
import { STRINGS } from '../patches/strings.ts'
import type { Style } from '../style.ts'

export const bossaNova: Style = {
  genre: 'bossa nova',
  tempo: [116, 142],
  beatsPerBar: 4,
  swing: [0, 0.06],
  swungEighths: false,
  looseSec: 0.007,
  slowsAtEnd: true,
  modes: ['major', 'dorian', 'major'],
  progressions: {
    verse: [
      'Imaj7 Imaj7 ii9 ii9 ii9 V9 Imaj7 V9',
      'Imaj9 VI7 ii9 V9',
      'i9 i9 iv9 bVII9 bIIImaj7 bVImaj7 iim7b5 V7',
      'Imaj7 bIIImaj7 ii9 V9',
      'Imaj9 II9 ii9 V9',
    ],
    chorus: [
      'IVmaj7 iv6 iii7 VI7 ii9 V9 Imaj7 Imaj7',
      'ii9 V9 iii7 vi9',
      'iv9 bVII9 bIIImaj7 bVImaj7',
      'vi9 II9 ii9 V9',
      'IVmaj9 bVII9 Imaj9 vi7',
    ],
    bridge: ['iv9 bVII9 bIIImaj7 bIIImaj7', 'iii7 VI7 ii9 V9', 'bIIImaj7 bVI7 bIImaj7 V9'],
  },
  forms: [
    'intro4 verse16 chorus16 verse16 bridge8 chorus16 verse8 outro8',
    'intro8 verse16 chorus16 bridge8 verse16 chorus16 outro8',
    'intro4 verse8 verse8 chorus16 verse16 bridge16 chorus16 outro4',
  ],
  layers: {
    intro: ['chords', 'chords beat', 'chords lead', 'bass drums', 'arp chords', 'hook chords'],
    verse: ['chords bass beat lead', 'chords bass drums lead', 'chords bass drums lead pad'],
    chorus: ['chords bass drums hook', 'chords bass drums hook pad', 'chords bass drums hook counter arp'],
    bridge: ['chords arp bass beat', 'chords lead', 'chords bass drums counter'],
    outro: ['chords bass drums hook', 'chords bass beat lead'],
  },
  kit: [
    {
      kick: { tune: 1.05, decay: 0.6, snap: 0.1 },
      rim: { tune: 1, decay: 1, snap: 0.4 },
      hat: { tune: 0.9, decay: 0.7, snap: 0.2 },
      shaker: { tune: 1, decay: 1.1, snap: 0.3 },
      brush: { tune: 1, decay: 0.8, snap: 0.3 },
      conga: { tune: 1.1, decay: 1, snap: 0.3 },
      ride: { tune: 1.05, decay: 0.6, snap: 0.3 },
    },
    {
      kick: { tune: 0.95, decay: 0.7, snap: 0.05 },
      rim: { tune: 1.25, decay: 1, snap: 0.3 },
      hat: { tune: 0.8, decay: 0.7, snap: 0.3 },
      shaker: { tune: 0.85, decay: 1.2, snap: 0.3 },
      brush: { tune: 0.85, decay: 0.9, snap: 0.3 },
      conga: { tune: 0.95, decay: 1.1, snap: 0.3 },
      ride: { tune: 0.9, decay: 0.7, snap: 0.3 },
    },
  ],
  grooves: {
    beat: [{ shaker: 'x.o.x.o.x.o.x.o.' }, { rim: 'x.....x.....x...', shaker: 'o.o.o.o.o.o.o.o.' }],
    drums: [
      { kick: 'X.....x.X.....x.', rim: 'x.....x.....x.......x.....x.....', shaker: 'x.o.x.o.x.o.x.o.' },
      { kick: 'X.....x.X.....x.', rim: '....x.....x.......x.....x...x...', brush: 'o.o.x.o.o.o.x.o.' },
      {
        kick: 'x.....x.x.....x.',
        rim: 'x.....x.....x.......x.....x.....',
        ride: 'x...x...x...x...',
        conga: '..............xx',
      },
    ],
  },
  fills: [{ rim: 'x..x..x..x..x.x.' }, { brush: '....x...x.x.xxx.' }],
  bass: {
    patches: [BASS.upright, BASS.finger],
    patterns: ['R-----5-5-----R-', 'R-----..5-----<-', 'R-----R-5-----5-'],
    low: 33,
  },
  chords: {
    patches: [STRINGS.nylon, STRINGS.nylon, KEYS.rhodes],
    patterns: [
      'b-x---x-b---x---b---x---bx--x---',
      'b---x---b-x---x-b-x---x-b---x---',
      'bx--x--xb---x-x-',
      'b-x-..x-b.x---x-',
    ],
    low: 54,
    voices: 4,
    ringSec: 0.25,
  },
  arp: {
    patches: [BELLS.vibraphone, KEYS.rhodes, STRINGS.nylon],
    patterns: ['0...2...3...4...', '..3...2...1...0.', '0.2.4...3.......'],
    low: 60,
    voices: 4,
    ringSec: 0.8,
  },
  pad: { patches: [STRINGS.ensemble, PADS.warm, PADS.choirOo], low: 55, voices: 4 },
  melody: {
    leads: [LEADS.flute, KEYS.grand, LEADS.clarinet, BELLS.vibraphone],
    hooks: [LEADS.flute, LEADS.choir, LEADS.whistle, BELLS.vibraphone],
    low: 64,
    verse: ['x-----x-..x---x-', '..x---x---x-x---', 'x---x---..x-----', 'x--x--x---......'],
    chorus: ['x-------x---x---', 'x-----x-----x---', '..x---x---x-----', 'x---x-x---x-----'],
    cadences: ['x---------......', '..x---x---------', 'x-----x---------'],
    echoSteps: 0,
  },
  levelsDb: { chords: -5, bass: -5.5, pad: -18, lead: -5.5, hook: -5.5, arp: -13 },
  drumLevelsDb: { kick: -9, rim: -13, shaker: -19, brush: -17, ride: -20, conga: -14 },
  pump: 0,
  drive: 0,
  room: { decaySec: 1.1, brightness: 0.45, amount: 0.4 },
}
