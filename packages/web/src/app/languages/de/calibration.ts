import type { calibrationTexts as english } from '../../../features/player/calibration/texts.ts'
import type { Translation } from '../translation.ts'

/** German texts of the calibration. */
export const calibrationTexts: Translation<typeof english> = {
  calibration: {
    open: 'Mein Lautsprecher ist zu spät',
    title: 'Mein Lautsprecher ist zu spät',
    text: 'Ein Bluetooth-Lautsprecher klingt später, als dein Browser weiß. Korrigiere das hier, für dieses Gerät.',
    output: 'Ausgabe: {{name}}',
    used: 'von dir korrigiert',
    ms: '{{ms}}\u00a0ms',
    slider: 'Korrektur dieses Geräts',
    earlier: 'Dieses Gerät spielt {{ms}}\u00a0ms früher.',
    later: 'Dieses Gerät spielt {{ms}}\u00a0ms später.',
    none: 'Nichts wird korrigiert.',
    late: 'Der Ton kommt zu spät',
    early: 'Der Ton kommt zu früh',
    playEarlier: '{{ms}} ms früher spielen',
    playLater: '{{ms}} ms später spielen',
    keys: 'Auf dem Regler: Pfeiltasten 1 ms, mit Umschalt 5 ms, Bild auf und Bild ab 20 ms.',
    reset: 'Zurücksetzen',
    inexact:
      'Der Player von {{provider}} beginnt Lieder nicht auf die Millisekunde genau, rechne mit etwa 0,4 Sekunden. Eine Korrektur gilt, wenn ein Lied beginnt. Eine Änderung während eines Lieds macht eine kurze Lücke.',
    metronome: {
      start: 'Metronom starten',
      stop: 'Metronom anhalten',
      text: 'Es klickt einmal in der Sekunde, auf jedem Gerät im selben Moment. Starte es auf zwei Geräten nebeneinander und korrigiere das spätere, bis du nur noch einen Klick hörst.',
      blocked: 'Der Browser blockiert den Ton. Drücke zuerst in der Session auf Abspielen.',
      muted: 'Dieses Gerät ist stumm. Stelle es in Jointly lauter.',
    },
  },
}
