import { BASS } from '../patches/basses.ts'
import { BELLS } from '../patches/bells.ts'
import { KEYS } from '../patches/keys.ts'
import { LEADS } from '../patches/leads.ts'
import { PADS } from '../patches/pads.ts'
import { STRINGS } from '../patches/strings.ts'
import type { Style } from '../style.ts'

export const ambient: Style = {
  genre: 'ambient',
  tempo: [56, 72],
  beatsPerBar: 4,
  swing: [0, 0],
  swungEighths: false,
  looseSec: 0.02,
  slowsAtEnd: true,
  modes: ['lydian', 'major', 'dorian', 'majorPentatonic'],
  progressions: {
    verse: [
      'Iadd9 Iadd9 IVmaj7 IVmaj7',
      'Imaj7 iii7 IVmaj7 vi7',
      'iadd9 bVImaj7 bIIIadd9 bVIIsus4',
      'Iadd9 II IVmaj7 Iadd9',
      'vi7 IVmaj7 Iadd9 Vsus4',
    ],
    chorus: [
      'IVmaj9 Vsus4 vi7 iii7',
      'bVImaj7 bIIIadd9 iv7 iadd9',
      'IVmaj7 Iadd9 Vsus2 vi7',
      'ii7 IVmaj7 Iadd9 Vsus4',
    ],
    bridge: ['vi7 vi7 ii7 ii7', 'bVImaj7 bVImaj7 Iadd9 Iadd9', 'IVmaj7 ii7 iii7 vi7'],
  },
  forms: [
    'intro4 verse8 chorus8 verse8 bridge8 chorus8 outro4',
    'intro2 verse8 chorus8 bridge4 verse8 chorus8 outro6',
    'intro4 verse8 verse8 chorus8 bridge8 outro8',
  ],
  layers: {
    intro: ['pad', 'arp', 'pad lead', 'chords', 'pad arp', 'chords hook'],
    verse: ['pad arp lead', 'pad bass lead', 'pad bass arp lead'],
    chorus: ['pad bass arp hook', 'pad bass chords hook', 'pad bass chords arp hook counter'],
    bridge: ['chords pad lead', 'pad counter', 'chords arp'],
    outro: ['pad arp hook', 'pad chords'],
  },
  kit: [
    {
      shaker: { tune: 0.8, decay: 1.6, snap: 0.3 },
      tom: { tune: 0.55, decay: 1.8, snap: 0 },
      crash: { tune: 0.7, decay: 1.5, snap: 0.3 },
    },
  ],
  grooves: {
    beat: [{ tom: 'o...............' }],
    drums: [{ tom: 'x.......o.......', shaker: '....o.......o...' }],
  },
  fills: [],
  bass: {
    patches: [BASS.drone, BASS.dub],
    patterns: ['R---------------', 'R-------5-------', 'R-----------8---'],
    low: 33,
  },
  chords: {
    patches: [KEYS.felt, STRINGS.harp, KEYS.glassy, KEYS.grand],
    patterns: ['b...2...4...3...', 'X---------------', 'b.1.2.3.....4...', 'X-------x-------'],
    low: 55,
    voices: 4,
    ringSec: 2,
  },
  arp: {
    patches: [BELLS.musicBox, BELLS.crystal, STRINGS.harp, BELLS.kalimba, BELLS.glockenspiel],
    patterns: [
      '0...3...5...2...',
      '..1.....4.....2.',
      '0..2..4..6..5...',
      '4.......2.......',
      '0.2.4.6.5.3.1...',
    ],
    low: 64,
    voices: 4,
    ringSec: 1.6,
  },
  pad: { patches: [PADS.warm, PADS.choirOo, PADS.glass, STRINGS.ensemble, PADS.choirAh], low: 50, voices: 4 },
  melody: {
    leads: [LEADS.flute, KEYS.felt, BELLS.bell, LEADS.choir, BELLS.crystal],
    hooks: [LEADS.soft, STRINGS.violin, LEADS.whistle, KEYS.grand],
    low: 64,
    verse: ['x-------x-------', '....x---x-------', 'x-----x-x-------', '........x-x-x---'],
    chorus: ['x---x---x-------', 'x-------x---x---', 'x-----x-----x---'],
    cadences: ['x---------------', 'x-------x-------'],
    echoSteps: 6,
  },
  levelsDb: { pad: -7, arp: -10, lead: -6.5, hook: -6.5, chords: -8, bass: -9.5, counter: -14 },
  drumLevelsDb: {},
  pump: 0,
  drive: 0.05,
  room: { decaySec: 1.9, brightness: 0.55, amount: 1 },
}
