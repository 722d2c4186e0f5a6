import { BASS } from '../patches/basses.ts'
import { KEYS } from '../patches/keys.ts'
import { LEADS } from '../patches/leads.ts'
import { PADS } from '../patches/pads.ts'
import type { Style } from '../style.ts'

export const chiptune: Style = {
  genre: 'chiptune',
  tempo: [128, 164],
  beatsPerBar: 4,
  swing: [0, 0.06],
  swungEighths: false,
  looseSec: 0,
  slowsAtEnd: false,
  modes: ['major', 'minor', 'mixolydian', 'harmonicMinor'],
  progressions: {
    verse: ['I V vi IV', 'I iii IV V', 'I bVII IV I', 'vi IV I V', 'I vi ii V', 'i bVII bVI V'],
    chorus: ['IV V iii vi ii V I I', 'I V IV V', 'vi IV V I', 'bVI bVII I I', 'I IV V IV'],
    bridge: ['vi V IV V', 'iv bVII bIII bVI', 'ii iii IV V', 'bVI bVI bVII bVII'],
  },
  forms: [
    'intro4 verse8 verse8 chorus16 verse8 chorus16 bridge8 chorus16 outro4',
    'intro8 verse16 chorus16 verse8 bridge16 chorus16 chorus8 outro4',
    'intro4 chorus8 verse16 chorus16 bridge8 verse8 chorus16 chorus8 outro4',
  ],
  layers: {
    intro: ['arp beat', 'lead bass', 'hook', 'arp bass drums', 'chords arp', 'drums'],
    verse: ['drums bass lead', 'drums bass lead arp'],
    chorus: ['drums bass arp hook', 'drums bass arp hook counter', 'drums bass arp hook chords'],
    bridge: ['arp lead', 'beat bass arp', 'beat bass counter arp'],
    outro: ['drums bass arp hook', 'arp hook'],
  },
  kit: [
    {
      kick: { tune: 1.3, decay: 0.5, snap: 0.2 },
      snare: { tune: 1.3, decay: 0.6, snap: 1 },
      hat: { tune: 1.4, decay: 0.5, snap: 1 },
      openHat: { tune: 1.4, decay: 0.5, snap: 1 },
      tom: { tune: 1.4, decay: 0.6, snap: 0 },
      crash: { tune: 1.3, decay: 0.5, snap: 1 },
    },
    {
      kick: { tune: 1.5, decay: 0.4, snap: 0 },
      snare: { tune: 1, decay: 0.5, snap: 1 },
      hat: { tune: 1.2, decay: 0.4, snap: 1 },
      openHat: { tune: 1.2, decay: 0.6, snap: 1 },
      tom: { tune: 1.7, decay: 0.5, snap: 0 },
      crash: { tune: 1.5, decay: 0.4, snap: 1 },
    },
  ],
  grooves: {
    beat: [
      { kick: 'X.......X.......', hat: 'x.x.x.x.x.x.x.x.' },
      { snare: '....x.......x...', hat: 'x...x...x...x...' },
    ],
    drums: [
      { kick: 'X...X...X...X...', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' },
      { kick: 'X.....X.X.......', snare: '....X.......X.x.', hat: 'xoxxxoxxxoxxxoxx' },
      { kick: 'X..X..X...X.....', snare: '....X.......X...', hat: 'x.xxx.xxx.xxx.xx' },
    ],
  },
  fills: [{ snare: '....X...xxxxXXXX' }, { tom: 'XX.XX.XXXX.XXXXX' }, { snare: 'X..X..X.X.XxXXXX' }],
  bass: {
    patches: [BASS.chip],
    patterns: [
      'R-8-R-8-R-8-R-8-',
      'R-R-5-5-8-8-5-5-',
      'R.R.8.R.R.R.8.5.',
      'R---5---R---5---',
      'R-.R-.R-8-.8-.5-',
    ],
    low: 36,
  },
  chords: {
    patches: [KEYS.chipChord],
    patterns: ['X.X.X.X.X.X.X.X.', '..X...X...X...X.', 'X--X--X-X--X--X-'],
    low: 60,
    voices: 3,
    ringSec: 0,
  },
  arp: {
    patches: [LEADS.pulse50, KEYS.chipChord],
    patterns: [
      '0123012301230123',
      '0120120120120123',
      '0.1.2.1.3.2.1.2.',
      '0213021302130213',
      '3210321032103210',
    ],
    low: 60,
    voices: 3,
    ringSec: 0,
  },
  pad: { patches: [PADS.hollow], low: 55, voices: 3 },
  melody: {
    leads: [LEADS.pulse25, LEADS.pulse50],
    hooks: [LEADS.pulse50, LEADS.pulse25, LEADS.square],
    low: 66,
    verse: [
      'x-x-x---x-x-x---',
      'x--x--x-x-x-x-x-',
      'x-x-..x-x-x-..x-',
      'x---x-x-xxx-x-..',
      '..x-x-x-x--x--x-',
    ],
    chorus: ['x---x-x-x---x-x-', 'x--x--x---x-x-x-', 'x-x-x-x-x---x---', 'x-----x-x-x-x---'],
    cadences: ['x-x-x-x-x-------', 'x--x--x-x---....', 'x---x---x-------'],
    echoSteps: 2,
  },
  levelsDb: { arp: -12, bass: -5.5, chords: -13, lead: -5.5, hook: -4.5 },
  drumLevelsDb: { kick: -5, snare: -9 },
  pump: 0,
  drive: 0,
  room: { decaySec: 0.7, brightness: 0.6, amount: 0.15 },
}
