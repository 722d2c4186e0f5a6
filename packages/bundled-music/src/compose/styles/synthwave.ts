import { BASS } from '../patches/basses.ts'
import { BELLS } from '../patches/bells.ts'
import { KEYS } from '../patches/keys.ts'
import { LEADS } from '../patches/leads.ts'
import { PADS } from '../patches/pads.ts'
import { STRINGS } from '../patches/strings.ts'
import type { Style } from '../style.ts'

export const synthwave: Style = {
  genre: 'synthwave',
  tempo: [84, 112],
  beatsPerBar: 4,
  swing: [0, 0],
  swungEighths: false,
  looseSec: 0.002,
  slowsAtEnd: false,
  modes: ['minor', 'dorian', 'minor'],
  progressions: {
    verse: ['i i bVI bVII', 'i bVII bVI bVII', 'i bIII bVII iv', 'i v bVI iv', 'i i iv bVI'],
    chorus: ['bVI bVII i bIII', 'i bVI bIII bVII', 'bVI bIII bVII i', 'iv bVI bVII i', 'bVI bVII i i'],
    bridge: ['iv iv bVI bVII', 'bVI bVI iv v', 'bIII bVII iv bVI'],
  },
  forms: [
    'intro4 verse8 chorus8 verse8 chorus8 bridge8 chorus8 outro4',
    'intro8 verse8 chorus8 verse8 bridge8 chorus8 chorus8 outro4',
    'intro4 verse8 verse8 chorus8 bridge4 verse8 chorus8 chorus8 outro8',
  ],
  layers: {
    intro: ['arp pad', 'bass beat', 'arp drums', 'hook pad', 'chords beat arp', 'pad lead beat'],
    verse: ['beat bass arp lead', 'drums bass arp lead pad'],
    chorus: [
      'drums bass pad hook arp',
      'drums bass pad hook chords arp',
      'drums bass pad hook chords arp counter',
    ],
    bridge: ['pad arp lead', 'beat pad counter arp'],
    outro: ['drums bass arp pad', 'pad hook arp'],
  },
  kit: [
    {
      kick: { tune: 1.05, decay: 0.9, snap: 0.4 },
      snare: { tune: 0.85, decay: 2, snap: 0.7 },
      hat: { tune: 1, decay: 1, snap: 0.5 },
      openHat: { tune: 1, decay: 0.8, snap: 0.5 },
      tom: { tune: 0.9, decay: 1.3, snap: 0.5 },
      crash: { tune: 1, decay: 1, snap: 0.5 },
      clap: { tune: 1, decay: 1.5, snap: 0.5 },
    },
    {
      kick: { tune: 1.15, decay: 0.8, snap: 0.6 },
      snare: { tune: 0.95, decay: 1.7, snap: 0.9 },
      hat: { tune: 1.1, decay: 0.8, snap: 0.6 },
      openHat: { tune: 1.1, decay: 0.9, snap: 0.6 },
      tom: { tune: 1.05, decay: 1.2, snap: 0.3 },
      crash: { tune: 1.05, decay: 1, snap: 0.5 },
      clap: { tune: 0.9, decay: 1.3, snap: 0.5 },
    },
  ],
  grooves: {
    beat: [
      { kick: 'X.......X.......', snare: '....X.......X...', hat: '..x...x...x...x.' },
      { kick: 'X...x...X...x...', hat: 'x.o.x.o.x.o.x.o.' },
    ],
    drums: [
      {
        kick: 'X...X...X...X...',
        snare: '....X.......X...',
        hat: 'x.x.x.x.x.x.x.x.',
        openHat: '..............x.',
      },
      {
        kick: 'X.....x.X.......',
        snare: '....X.......X...',
        clap: '....x.......x...',
        hat: 'xoxoxoxoxoxoxoxo',
      },
      { kick: 'X..x....X.x.....', snare: '....X.......X..o', hat: 'x.xxx.xxx.xxx.xx' },
    ],
  },
  fills: [
    { tom: '........X.x.X.xx', kick: 'X.......x...x...' },
    { snare: '....X...X.xxXxXX' },
    { tom: 'X..X..X.X..X.XXX' },
  ],
  bass: {
    patches: [BASS.pulse, BASS.square, BASS.fm],
    patterns: [
      'R-R-R-R-R-R-R-R-',
      'RrRrRrRrRrRrRrRr',
      'R.rrR.rrR.rrR.8r',
      'R-.RR-.RR-.RR-8-',
      'R-8-R-8-R-8-R-8-',
    ],
    low: 31,
  },
  chords: {
    patches: [KEYS.polysynth, KEYS.stab, KEYS.glassy],
    patterns: ['X-----X-----X---', '..X-..X-..X-..X-', 'X-------------X-', 'X--X--X---X--X--'],
    low: 55,
    voices: 3,
    ringSec: 0,
  },
  arp: {
    patches: [KEYS.stab, LEADS.pulse25, KEYS.glassy, STRINGS.harp],
    patterns: ['0123210123212343', '0.2.1.3.2.4.3.1.', '0213021302130213', '012301230123'],
    low: 60,
    voices: 3,
    ringSec: 0.12,
  },
  pad: { patches: [PADS.warm, PADS.sweep, PADS.choirAh], low: 53, voices: 4 },
  melody: {
    leads: [LEADS.square, LEADS.soft, BELLS.bell, LEADS.saw],
    hooks: [LEADS.super, LEADS.saw, LEADS.brass],
    low: 64,
    verse: [
      'x---x-x---x-x---',
      'x-x-x---..x-x-x-',
      '..x-x-x-x-----..',
      'x-----x-x---x-..',
      'x--x--x-x--x--..',
    ],
    chorus: ['x-----x-----x---', 'x---x---x-x-x---', 'x-------x---x---', 'x--x--x---x-x---'],
    cadences: ['x-------x-------', 'x---x---x-------', 'x-----------....'],
    echoSteps: 3,
  },
  levelsDb: { arp: -13, pad: -14, hook: -4.5 },
  drumLevelsDb: { snare: -5 },
  pump: 0.3,
  drive: 0.12,
  room: { decaySec: 1.7, brightness: 0.6, amount: 0.5 },
}
