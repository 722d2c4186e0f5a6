import type { calibrationTexts as english } from '../../../features/player/calibration/texts.ts'
import type { Translation } from '../translation.ts'

export const calibrationTexts: Translation<typeof english> = {
  calibration: {
    title: 'Mein Lautsprecher ist zu spät',
    text: 'Der Ton eines Bluetooth-Lautsprechers kommt später, als dein Browser weiß, und manche Browser melden gar keine Verzögerung („Genauigkeit unbekannt“). Korrigiere das hier, für dieses Gerät.',
    output: 'Ausgabe: {{name}}',
    used: 'von dir korrigiert',
    within: '±\u00a0{{ms}}\u00a0ms, korrigiert',
    ms: '{{ms}}\u00a0ms',
    slider: 'Korrektur dieses Geräts',
    earlier: 'Dieses Gerät spielt {{ms}}\u00a0ms früher.',
    later: 'Dieses Gerät spielt {{ms}}\u00a0ms später.',
    none: 'Nichts wird korrigiert.',
    late: 'Zu spät? Früher spielen, in\u00a0ms',
    early: 'Zu früh? Später spielen, in\u00a0ms',
    playEarlier: '{{ms}} ms früher spielen',
    playLater: '{{ms}} ms später spielen',
    keys: 'Auf dem Regler: Pfeiltasten 1 ms, mit Umschalt 5 ms, Bild auf und Bild ab 20 ms.',
    reset: 'Zurücksetzen',
    inexact:
      'Der Player von {{provider}} beginnt Lieder nicht auf die Millisekunde genau. Rechne mit etwa 0,4 Sekunden Unterschied. Eine Korrektur gilt, wenn ein Lied beginnt. Eine Änderung während eines Liedes macht eine kurze Lücke.',
    room: {
      title: 'Mit dem Mikrofon messen',
      text: 'Ein Handy hört zu, während jedes Gerät ein paar leise Testtöne spielt, höchstens zehn Sekunden lang. Leg das Handy dorthin, wo du hörst: Jeder Meter näher an einem Lautsprecher macht 3\u00a0ms aus. Was es hört, verlässt dieses Gerät nie. Große Bildschirme nehmen nicht teil.',
      start: 'Mit diesem Gerät zuhören',
      gather:
        'Diese Geräte machen mit. Bist du Host, Manager oder Helfer, können andere auf ihrem Bildschirm zustimmen.',
      none: 'Warten auf Geräte …',
      own: 'Dieses Gerät',
      state: {
        ready: 'Bereit',
        muted: 'In Jointly stumm',
        stopped: 'Spielt nicht',
        unsupported: 'Kann keine Testtöne spielen',
      },
      few: 'Mindestens zwei Geräte müssen bereit sein.',
      many: 'Die ersten {{count}} Geräte werden gemessen.',
      measure: 'Jetzt messen',
      again: 'Noch einmal messen',
      listening: 'Hört zu … Sei kurz leise.',
      calculating: 'Wird berechnet …',
      cancel: 'Messung beenden',
      done: 'Gemessen und übernommen',
      result: '{{ms}}\u00a0ms ±\u00a0{{within}}',
      reference: 'klingt zuerst, die anderen richten sich danach',
      unheard: 'nicht deutlich gehört, nichts geändert',
      moved: 'bewegt, oder die Verzögerung hat sich geändert, nichts übernommen',
      late: 'zu spät, müsste um mehr als eine halbe Sekunde korrigiert werden, nichts geändert',
      ask: '{{name}} misst, wie spät die Lautsprecher im Raum klingen. Ein paar leise Testtöne spielen?',
      somebody: 'Jemand',
      accept: 'Mitmachen',
      applied: 'Gemessen: Dieses Gerät wird um {{ms}}\u00a0ms ±\u00a0{{within}} korrigiert.',
      undo: 'Rückgängig',
      trouble: {
        insecure:
          'Das Mikrofon funktioniert nur bei einer Adresse, die mit https beginnt. Zu Hause ist das meist nicht so. Korrigiere das Gerät dann oben von Hand.',
        denied:
          'Das Mikrofon ist nicht erlaubt. Erlaube es in den Einstellungen des Browsers für diese Seite.',
        missing: 'Dieses Gerät hat kein Mikrofon. Nimm ein anderes Gerät.',
        failed: 'Das Mikrofon hat nicht funktioniert. Versuche es noch einmal.',
        busy: 'In dieser Session misst gerade jemand anderes. Versuche es gleich noch einmal.',
        limit: 'Zu viele Messungen. Beginne noch einmal. Wenn das nicht geht, warte zehn Minuten.',
        devices: 'Weniger als zwei Geräte sind bereit. Lass sie spielen und miss noch einmal.',
        left: 'Die Messung wurde beendet.',
        idle: 'Eine Weile ist nichts passiert, deshalb wurde die Messung beendet. Starte sie noch einmal.',
        lost: 'Die Verbindung ist abgebrochen. Miss noch einmal, wenn sie wieder da ist.',
        noisy:
          'Weniger als zwei Geräte waren deutlich zu hören. Geh näher heran, stelle die Lautsprecher lauter und schalte andere Geräusche aus.',
        moved:
          'Geräte wurden während der Messung bewegt, oder ihre Verzögerung hat sich geändert. Lass sie und das Mikrofon liegen und miss noch einmal.',
        late: 'Ein Gerät klingt zu spät: Es müsste um mehr als eine halbe Sekunde korrigiert werden. Schließe seinen Lautsprecher mit einem Kabel an oder nimm einen anderen.',
      },
    },
    metronome: {
      start: 'Metronom starten',
      stop: 'Metronom anhalten',
      text: 'Das Metronom klickt einmal in der Sekunde, auf jedem Gerät im selben Moment. Starte es auf zwei Geräten nebeneinander und korrigiere das spätere, bis du nur noch einen Klick hörst.',
      blocked: 'Der Browser blockiert den Ton. Drücke zuerst in der Session auf Play.',
      muted: 'Dieses Gerät ist stumm. Stelle es in Jointly lauter.',
    },
  },
}
