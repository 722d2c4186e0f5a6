import { BASS } from '../patches/basses.ts'
import { BELLS } from '../patches/bells.ts'
import { KEYS } from '../patches/keys.ts'
import { LEADS } from '../patches/leads.ts'
import { PADS } from '../patches/pads.ts'
import { STRINGS } from '../patches/strings.ts'
import type { Style } from '../style.ts'

export const house: Style = {
  genre: 'house',
  tempo: [118, 125],
  beatsPerBar: 4,
  swing: [0.08, 0.22],
  swungEighths: false,
  looseSec: 0.003,
  slowsAtEnd: false,
  modes: ['minor', 'dorian', 'major'],
  progressions: {
    verse: [
      'ii9 ii9 vi7 vi7',
      'i9 i9 iv9 iv9',
      'ii7 V9 Imaj7 vi7',
      'i7 bVImaj7 iv7 v7',
      'i9 bVII6 bVImaj7 bVII6',
    ],
    chorus: [
      'IVmaj7 V6 iii7 vi7',
      'bVImaj7 bVII6 i7 i7',
      'ii9 iii7 IVmaj7 V6',
      'iv9 v7 i9 bIIImaj7',
      'bVImaj9 v7 i9 i9',
    ],
    bridge: ['iv9 iv9 iv9 v7', 'bVImaj7 bVImaj7 v7 v7', 'ii9 ii9 IVmaj7 V6'],
  },
  forms: [
    'intro8 verse16 chorus16 bridge8 verse16 chorus16 chorus8 outro8',
    'intro4 verse8 chorus16 verse16 bridge8 chorus16 chorus8 outro8',
    'intro8 chorus8 verse16 chorus16 bridge8 verse8 chorus16 outro8',
  ],
  layers: {
    intro: ['drums', 'drums chords', 'beat bass', 'chords pad', 'arp beat', 'beat hook'],
    verse: ['drums bass chords', 'drums bass chords lead', 'drums bass chords lead arp'],
    chorus: [
      'drums bass chords hook',
      'drums bass chords hook pad',
      'drums bass chords hook pad arp counter',
    ],
    bridge: ['pad chords lead', 'pad arp hook', 'beat chords pad'],
    outro: ['drums bass chords', 'drums chords pad'],
  },
  kit: [
    {
      kick: { tune: 1.1, decay: 0.9, snap: 0.35 },
      snare: { tune: 1.1, decay: 0.7, snap: 0.6 },
      clap: { tune: 1, decay: 1, snap: 0.5 },
      hat: { tune: 1, decay: 0.9, snap: 0.5 },
      openHat: { tune: 1, decay: 0.7, snap: 0.5 },
      shaker: { tune: 1, decay: 1, snap: 0.5 },
      conga: { tune: 1, decay: 1, snap: 0.5 },
      crash: { tune: 1, decay: 1, snap: 0.5 },
      rim: { tune: 1, decay: 1, snap: 0.5 },
    },
    {
      kick: { tune: 1.0, decay: 1.1, snap: 0.2 },
      snare: { tune: 1.2, decay: 0.6, snap: 0.4 },
      clap: { tune: 0.85, decay: 1.2, snap: 0.5 },
      hat: { tune: 0.9, decay: 1.1, snap: 0.7 },
      openHat: { tune: 0.9, decay: 0.9, snap: 0.6 },
      shaker: { tune: 0.9, decay: 1.2, snap: 0.5 },
      conga: { tune: 1.15, decay: 1, snap: 0.3 },
      crash: { tune: 0.9, decay: 1, snap: 0.5 },
      rim: { tune: 1.2, decay: 1, snap: 0.5 },
    },
  ],
  grooves: {
    beat: [
      { kick: 'X...X...X...X...', shaker: 'oxoxoxoxoxoxoxox' },
      { kick: 'X...X...X...X...', hat: '..x...x...x...x.', rim: '...x..x....x..x.' },
    ],
    drums: [
      {
        kick: 'X...X...X...X...',
        clap: '....X.......X...',
        openHat: '..x...x...x...x.',
        hat: 'o..oo..oo..oo..o',
      },
      {
        kick: 'X...X...X...X...',
        clap: '....X.......X...',
        openHat: '..x...x...x...x.',
        shaker: 'oxoxoxoxoxoxoxox',
        conga: '...o..x....x.o.x',
      },
      {
        kick: 'X...X...X..xX...',
        snare: '....X..o.o..X..o',
        openHat: '..x...x...x...x.',
        hat: 'oxoxoxoxoxoxoxox',
        rim: '..x..x....x..x..',
      },
    ],
  },
  fills: [
    { snare: '........x.x.xxXX', kick: 'X...X...........' },
    { clap: '....X...X...X.XX' },
    { conga: 'x.xx.xx.x.xx.xxx' },
  ],
  bass: {
    patches: [BASS.round, BASS.fm, BASS.square, BASS.pulse],
    patterns: [
      '..R-..R-..R-..8-',
      'R--.R.r.8-..R.5.',
      'R..R..R..8..5.7.',
      '..R.R-..R..R.8..',
      'R.8.r.8.R.8.r.7.',
    ],
    low: 33,
  },
  chords: {
    patches: [KEYS.housePiano, KEYS.houseOrgan, KEYS.stab, KEYS.rhodes],
    patterns: [
      'X..x..x...X..x..',
      '..X...X..x..X...',
      'X-.X-.X-..X-.x-.',
      '.x.x..x..x.x..x.',
      'X--...x-..X--...',
      '..x...x...x...x.',
    ],
    low: 57,
    voices: 4,
    ringSec: 0.1,
  },
  arp: {
    patches: [BELLS.marimba, KEYS.glassy, LEADS.soft],
    patterns: ['0..2..4..3..1.2.', '01.21.32.10.21.3', '4.3.2.1.4.3.2.0.'],
    low: 64,
    voices: 4,
    ringSec: 0.15,
  },
  pad: { patches: [PADS.warm, PADS.choirOo, STRINGS.ensemble], low: 55, voices: 4 },
  melody: {
    leads: [KEYS.rhodes, LEADS.soft, BELLS.vibraphone, LEADS.flute],
    hooks: [LEADS.brass, LEADS.saw, LEADS.choir, KEYS.houseOrgan],
    low: 65,
    verse: ['..x-..x-x-..x-..', 'x-..x-x-....x-x-', '...x-.x-..x-x---', 'x-.x-.x---......'],
    chorus: ['x--x--x---x--x--', 'x-x-..x-x-..x---', '..x-x-x---x-x---', 'x--x--x-x-------'],
    cadences: ['x--x--x---------', 'x---....x-------'],
    echoSteps: 3,
  },
  levelsDb: { chords: -6.5, pad: -15, bass: -6.5 },
  drumLevelsDb: { kick: -4, clap: -8 },
  pump: 0.5,
  drive: 0.12,
  room: { decaySec: 1.1, brightness: 0.65, amount: 0.35 },
}
