import { BASS } from '../patches/basses.ts'
import { LEADS } from '../patches/leads.ts'
import { PADS } from '../patches/pads.ts'
import { STRINGS } from '../patches/strings.ts'
import type { Style } from '../style.ts'

export const folk: Style = {
  genre: 'folk',
  tempo: [84, 116],
  beatsPerBar: 4,
  swing: [0, 0.1],
  swungEighths: false,
  looseSec: 0.008,
  slowsAtEnd: true,
  modes: ['major', 'mixolydian', 'dorian', 'majorPentatonic'],
  progressions: {
    verse: [
      'I IV I V',
      'I vi IV V',
      'I I IV I',
      'i bVII i bVII',
      'vi IV I V',
      'I V vi iii IV I IV V',
      'I bVII IV I',
    ],
    chorus: ['IV I V vi', 'IV V I vi', 'I V IV I', 'bIII bVII i i', 'vi V IV I'],
    bridge: ['vi iii IV I', 'ii IV I V', 'bVII IV I I', 'iv i bVII i'],
  },
  forms: [
    'intro4 verse8 chorus8 verse8 chorus8 bridge8 chorus8 outro4',
    'intro4 verse8 verse8 chorus8 verse8 bridge8 chorus8 outro4',
    'intro8 verse8 chorus8 verse8 bridge4 chorus8 chorus8 outro4',
  ],
  layers: {
    intro: ['chords', 'arp', 'chords lead', 'hook chords', 'chords arp', 'chords beat'],
    verse: ['chords lead bass', 'chords lead bass beat', 'chords arp lead bass beat'],
    chorus: [
      'chords hook bass drums',
      'chords arp hook bass drums counter',
      'chords arp hook bass drums pad',
    ],
    bridge: ['arp lead pad', 'chords counter bass', 'chords hook'],
    outro: ['chords hook bass', 'chords lead'],
  },
  kit: [
    {
      kick: { tune: 0.95, decay: 0.8, snap: 0.1 },
      shaker: { tune: 1, decay: 1.1, snap: 0.3 },
      brush: { tune: 1, decay: 0.9, snap: 0.3 },
      rim: { tune: 0.8, decay: 1, snap: 0.3 },
      tom: { tune: 0.8, decay: 1, snap: 0.2 },
      clap: { tune: 0.9, decay: 0.8, snap: 0.3 },
    },
    {
      kick: { tune: 1.05, decay: 0.7, snap: 0.05 },
      shaker: { tune: 0.85, decay: 1.3, snap: 0.3 },
      brush: { tune: 0.85, decay: 1, snap: 0.3 },
      rim: { tune: 1, decay: 1, snap: 0.3 },
      tom: { tune: 0.95, decay: 1, snap: 0.2 },
      clap: { tune: 1.1, decay: 0.8, snap: 0.3 },
    },
  ],
  grooves: {
    beat: [{ shaker: 'x.o.x.o.x.o.x.o.' }, { kick: 'x.......x.......', shaker: 'o.x.o.x.o.x.o.x.' }],
    drums: [
      { kick: 'X.......X.......', brush: '....X.......X...', shaker: 'x.oox.oox.oox.oo' },
      { kick: 'X...X...X...X...', clap: '....x.......x...', shaker: 'o.x.o.x.o.x.o.x.' },
      { kick: 'X.....x.X.......', rim: '....X.......X.o.', shaker: 'xoxoxoxoxoxoxoxo' },
    ],
  },
  fills: [{ tom: '........x.x.x.xx' }, { brush: '....x...x.x.xxxx' }],
  bass: {
    patches: [BASS.upright, BASS.finger],
    patterns: ['R-------5-------', 'R---....R---5---', 'R-----5-8-----<-', 'R---5---R---<---'],
    low: 33,
  },
  chords: {
    patches: [STRINGS.steel, STRINGS.nylon, STRINGS.mandolin],
    patterns: [
      'b.2.1.3.b.2.1.3.',
      'b.1.2.1.b.3.2.1.',
      'b---x-x-o-x-x-x-',
      'b.3.2.1.b.3.2.3.',
      'X---x-xo.ox-x-xo',
      'b..1.2.3b..1.2.3',
    ],
    low: 52,
    voices: 4,
    ringSec: 0.9,
  },
  arp: {
    patches: [STRINGS.mandolin, STRINGS.harp, STRINGS.steel],
    patterns: ['0.1.2.3.2.1.2.1.', '3.2.1.0.3.2.1.2.', '..2...3...2...1.'],
    low: 62,
    voices: 3,
    ringSec: 0.6,
  },
  pad: { patches: [STRINGS.ensemble, PADS.organ, PADS.choirOh], low: 55, voices: 3 },
  melody: {
    leads: [LEADS.whistle, LEADS.flute, STRINGS.violin, LEADS.clarinet, STRINGS.steel],
    hooks: [STRINGS.violin, LEADS.accordion, LEADS.whistle, LEADS.choir],
    low: 65,
    verse: ['x---x-x-x---x---', 'x-x-x---x-x-x---', 'x-----x-x-x-x---', '..x-x-x-x---x-x-'],
    chorus: ['x-------x-x-x---', 'x---x---x-----x-', 'x-x-x---x---x---'],
    cadences: ['x---x---x-------', 'x-------x-------', 'x-x-x-x-x-------'],
    echoSteps: 0,
  },
  levelsDb: { chords: -6, arp: -11, lead: -5.5, hook: -5.5 },
  drumLevelsDb: { kick: -7, shaker: -19, brush: -14, clap: -16 },
  pump: 0,
  drive: 0,
  room: { decaySec: 1.2, brightness: 0.5, amount: 0.4 },
}
