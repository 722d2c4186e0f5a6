import { BASS } from '../patches/basses.ts'
import { KEYS } from '../patches/keys.ts'
import { LEADS } from '../patches/leads.ts'
import { PADS } from '../patches/pads.ts'
import { STRINGS } from '../patches/strings.ts'
import type { Style } from '../style.ts'

export const dub: Style = {
  genre: 'dub',
  tempo: [68, 80],
  beatsPerBar: 4,
  swing: [0.1, 0.3],
  swungEighths: false,
  looseSec: 0.006,
  slowsAtEnd: false,
  modes: ['minor', 'dorian', 'minorPentatonic', 'major'],
  progressions: {
    verse: ['i i iv iv', 'i bVII i bVII', 'i iv i v', 'I I IV V', 'I ii I ii'],
    chorus: ['bVI bVII i i', 'iv bVII i bVI', 'bIII bVII i iv', 'IV V I vi', 'i v iv i'],
    bridge: ['iv iv i i', 'bVI bVI v v', 'i i i i'],
  },
  forms: [
    'intro4 verse8 chorus8 verse8 bridge4 chorus8 bridge4 outro4',
    'intro2 verse8 chorus8 bridge8 verse8 chorus8 outro4',
    'intro4 chorus8 verse8 bridge4 verse8 chorus8 outro4',
  ],
  layers: {
    intro: ['chords drums', 'bass beat', 'lead beat', 'arp beat', 'drums bass', 'chords hook'],
    verse: ['drums bass chords lead', 'drums bass chords lead arp', 'drums bass chords arp'],
    chorus: ['drums bass chords hook', 'drums bass chords hook pad', 'drums bass chords hook arp'],
    bridge: ['drums bass', 'beat bass arp', 'drums chords lead'],
    outro: ['drums bass chords hook', 'beat bass chords'],
  },
  kit: [
    {
      kick: { tune: 0.95, decay: 1.1, snap: 0.15 },
      snare: { tune: 1.2, decay: 0.8, snap: 0.4 },
      rim: { tune: 1, decay: 1.2, snap: 0.6 },
      hat: { tune: 0.95, decay: 1, snap: 0.5 },
      openHat: { tune: 0.95, decay: 0.8, snap: 0.4 },
      conga: { tune: 0.9, decay: 1.2, snap: 0.3 },
      tom: { tune: 1, decay: 1.1, snap: 0.2 },
      crash: { tune: 0.9, decay: 1.1, snap: 0.4 },
      shaker: { tune: 0.9, decay: 1.2, snap: 0.3 },
    },
    {
      kick: { tune: 1.05, decay: 1, snap: 0.1 },
      snare: { tune: 1.4, decay: 0.7, snap: 0.5 },
      rim: { tune: 1.2, decay: 1, snap: 0.5 },
      hat: { tune: 0.85, decay: 1.1, snap: 0.6 },
      openHat: { tune: 0.85, decay: 0.9, snap: 0.4 },
      conga: { tune: 1.05, decay: 1, snap: 0.2 },
      tom: { tune: 1.2, decay: 1, snap: 0.2 },
      crash: { tune: 0.85, decay: 1.2, snap: 0.4 },
      shaker: { tune: 0.8, decay: 1.3, snap: 0.3 },
    },
  ],
  grooves: {
    beat: [
      { rim: '........X.......', hat: 'x.o.x.o.x.o.x.o.' },
      { kick: 'X.......x.......', conga: '..o.x..o..x.o.x.' },
    ],
    drums: [
      { kick: '........X.......', rim: '........X.....o.', hat: 'x.oox.oox.oox.oo' },
      {
        kick: 'X.......X.......',
        snare: '........X.......',
        hat: 'x.o.x.o.x.o.x.o.',
        openHat: '..............x.',
        conga: '......o.....x.o.',
      },
      {
        kick: 'X...x...X...x...',
        rim: '....o...X..o....',
        hat: 'xoxoxoxoxoxoxoxo',
        shaker: '..x...x...x...x.',
      },
    ],
  },
  fills: [{ tom: '....x.xx..x.xxX.' }, { snare: '......x.x..xxxX.' }, { rim: 'x..x..x.x..x.x..' }],
  bass: {
    patches: [BASS.dub, BASS.round, BASS.rumble],
    patterns: [
      'R---..5-8-..R---',
      '....R-R-5---..<-',
      'R--R--5-....R-<-',
      'R-..8-5-R-..5-<-',
      'R-----..R-3-5---',
    ],
    low: 31,
  },
  chords: {
    patches: [STRINGS.skank, KEYS.organ, KEYS.wurli, KEYS.dubStab],
    patterns: ['....x.......x...', '..x...x...x...x.', '....X.......X.x.', '..xo..xo..xo..xo'],
    low: 58,
    voices: 3,
    ringSec: 0.08,
  },
  arp: {
    patches: [KEYS.dubStab, STRINGS.muted, KEYS.houseOrgan],
    patterns: ['0...........2...', '......2.....1...', '0.1.2...........', '..0.1...2.......'],
    low: 60,
    voices: 3,
    ringSec: 0.15,
  },
  pad: { patches: [PADS.organ, PADS.warm], low: 53, voices: 3 },
  melody: {
    leads: [LEADS.melodica, LEADS.melodica, LEADS.flute, STRINGS.clean],
    hooks: [LEADS.brass, LEADS.melodica, LEADS.choir, LEADS.soft],
    low: 63,
    verse: ['x-x-x---........', '..x-x---x-x-....', '....x-x-x---....', 'x---..x-x-......'],
    chorus: ['x---x-x-x---....', 'x-x-x-------....', '..x-x-x-x---x---'],
    cadences: ['x---x-------....', 'x-x-x---........'],
    echoSteps: 3,
  },
  levelsDb: { bass: -4, chords: -7.5, arp: -12, lead: -5.5, pad: -17 },
  drumLevelsDb: { rim: -9, kick: -3 },
  pump: 0,
  drive: 0.15,
  room: { decaySec: 1.8, brightness: 0.4, amount: 0.7 },
}
