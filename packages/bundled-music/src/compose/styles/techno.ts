import { BASS } from '../patches/basses.ts'
import { BELLS } from '../patches/bells.ts'
import { KEYS } from '../patches/keys.ts'
import { LEADS } from '../patches/leads.ts'
import { PADS } from '../patches/pads.ts'
import type { Style } from '../style.ts'

export const techno: Style = {
  genre: 'techno',
  tempo: [126, 135],
  beatsPerBar: 4,
  swing: [0, 0.08],
  swungEighths: false,
  looseSec: 0.001,
  slowsAtEnd: false,
  modes: ['phrygian', 'minor', 'minorPentatonic'],
  progressions: {
    verse: ['i i i i', 'i i i bII', 'i i bVI bVI', 'i i iv iv'],
    chorus: ['i i bII i', 'i bVI i bVII', 'i i bVI v', 'iv iv i i'],
    bridge: ['bVI bVI iv iv', 'i i i i', 'bII bII i i'],
  },
  forms: [
    'intro8 verse16 chorus16 bridge8 verse16 chorus16 chorus16 outro8',
    'intro4 verse16 verse16 bridge8 chorus16 verse16 chorus16 outro8',
    'intro8 verse8 chorus16 verse16 bridge16 chorus16 verse16 outro8',
  ],
  layers: {
    intro: ['drums', 'beat bass', 'beat arp', 'drums arp', 'pad beat', 'bass arp'],
    verse: ['drums bass arp', 'drums bass arp chords', 'drums bass chords lead'],
    chorus: ['drums bass arp hook', 'drums bass arp hook pad chords', 'drums bass hook chords pad'],
    bridge: ['pad arp', 'pad hook bass', 'pad chords arp'],
    outro: ['drums bass arp', 'drums pad'],
  },
  kit: [
    {
      kick: { tune: 0.95, decay: 1.2, snap: 0.5 },
      clap: { tune: 0.8, decay: 1.4, snap: 0.5 },
      hat: { tune: 1.1, decay: 0.8, snap: 0.9 },
      openHat: { tune: 1.1, decay: 0.7, snap: 0.9 },
      ride: { tune: 1, decay: 0.5, snap: 0.5 },
      rim: { tune: 0.8, decay: 1, snap: 0.8 },
      tom: { tune: 0.6, decay: 1.2, snap: 0.2 },
      crash: { tune: 0.9, decay: 1.2, snap: 0.5 },
      snare: { tune: 0.8, decay: 0.8, snap: 0.9 },
    },
    {
      kick: { tune: 0.88, decay: 1.4, snap: 0.7 },
      clap: { tune: 1.2, decay: 0.9, snap: 0.5 },
      hat: { tune: 0.85, decay: 0.7, snap: 1 },
      openHat: { tune: 0.85, decay: 0.9, snap: 0.8 },
      ride: { tune: 0.85, decay: 0.6, snap: 0.5 },
      rim: { tune: 0.6, decay: 1, snap: 0.6 },
      tom: { tune: 0.75, decay: 1, snap: 0.4 },
      crash: { tune: 0.8, decay: 1.2, snap: 0.5 },
      snare: { tune: 0.7, decay: 1, snap: 0.8 },
    },
  ],
  grooves: {
    beat: [
      { kick: 'X...X...X...X...', hat: '..o...o...o...o.' },
      { kick: 'X...X...X...X...', tom: '...o..x....o..x.' },
      { kick: 'X...X...X...X...', rim: '..x..x..x..x..x.' },
    ],
    drums: [
      {
        kick: 'X...X...X...X...',
        openHat: '..X...X...X...X.',
        hat: 'xoxoxoxoxoxoxoxo',
        clap: '....x.......x...',
      },
      {
        kick: 'X...X...X...X...',
        ride: '..x...x...x...x.',
        hat: '.xox.xox.xox.xox',
        rim: '...x..x...x..x..',
      },
      {
        kick: 'X...X...X...X.x.',
        openHat: '..x...x...x...x.',
        tom: '.x.o..x..x.o..xo',
        clap: '....x.......x..o',
      },
    ],
  },
  fills: [{ snare: '........xoxoxxXX' }, { kick: 'X...X...X.X.XXXX' }, { tom: 'X..x..X..x..X.XX' }],
  bass: {
    patches: [BASS.acid, BASS.rumble, BASS.fm, BASS.pulse],
    patterns: [
      '.RRR.RRR.RRR.RRR',
      'R.rRr.8rR.rR.r78',
      '..R...R...R...R.',
      'RrR.8.R.rR.57.R.',
      '.r.R.rR..r.R.R8.',
    ],
    low: 31,
  },
  chords: {
    patches: [KEYS.dubStab, KEYS.stab],
    patterns: ['...X......x.....', 'X..x..x.........', '......X...x.....', '.x..x..x.x..x...'],
    low: 55,
    voices: 3,
    ringSec: 0.15,
  },
  arp: {
    patches: [LEADS.pulse25, BELLS.bell, KEYS.glassy, LEADS.saw],
    patterns: [
      '0.10.2.10.1.3.10',
      '0120210201202102',
      '0..1..2..1..0.3.',
      '001100220011003.',
      '0.3.0.2.0.3.1.2.',
    ],
    low: 52,
    voices: 3,
    ringSec: 0.09,
  },
  pad: { patches: [PADS.hollow, PADS.sweep, PADS.choirOo], low: 50, voices: 3 },
  melody: {
    leads: [BELLS.bell, LEADS.square, KEYS.dubStab],
    hooks: [LEADS.saw, KEYS.dubStab, LEADS.pulse25, BELLS.crystal],
    low: 60,
    verse: ['x...x..x........', '..x...x...x-....', 'x.x...x.........'],
    chorus: ['x.x.x..x..x.x...', 'x..x..x..x..x.x.', 'xx..x...xx..x...', 'x-..x-..x-x-..x-'],
    cadences: ['x..x..x..x..x---', 'x.......x-------', 'x..x..x---------'],
    echoSteps: 3,
  },
  levelsDb: { bass: -6.5, arp: -9, chords: -9, pad: -14, hook: -6 },
  drumLevelsDb: { kick: -3.5, openHat: -13 },
  pump: 0.45,
  drive: 0.25,
  room: { decaySec: 1.8, brightness: 0.4, amount: 0.5 },
}
