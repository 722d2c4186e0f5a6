import type { playerTexts as english } from '../../../features/player/texts.ts'
import type { Translation } from '../translation.ts'

export const playerTexts: Translation<typeof english> = {
  player: {
    play: 'Abspielen',
    stop: 'Anhalten',
    listening: {
      off: 'Du hörst nicht zu',
      silent: 'Ohne Ton dabei',
      connecting: 'Der Ton wird verbunden …',
      waiting: 'Es läuft noch nichts',
      paused: 'Pausiert',
      playing: 'Läuft',
      delayUnknown: 'Genauigkeit unbekannt',
      finding: 'Sync läuft …',
      within: 'Synchron ±\u00a0{{ms}}\u00a0ms',
      catchingUp: 'Holt auf …',
      buffering: 'Lädt …',
      blocked: 'Ton ist blockiert',
      trouble: 'Kein Ton',
    },
    inStep: 'Synchron',
    sync: {
      idle: 'Synchronisieren',
      measuring: 'Sync läuft …',
      done: 'Neu gemessen',
      failed: 'Keine Antwort',
    },
    volume: {
      group: 'Lautstärke dieses Geräts',
      level: 'Lautstärke',
      mute: 'Stummschalten',
      percent: '{{percent}}\u00a0%',
      muted: 'Stumm',
    },
    devices: {
      title: 'Wo du hörst',
      reload: 'Noch einmal nach Geräten suchen',
      own: 'Dieser Browser',
      none: 'Drücke einmal auf Play. Dann erscheint hier dieser Browser.',
      gone: '„{{name}}“ ist nicht mehr verbunden. Die Musik läuft jetzt in diesem Browser.',
    },
    previewFailed: 'Diese Vorschau lässt sich gerade nicht abspielen.',
    listen: 'Tippen und hören',
    unlock: 'Tippen, um den Ton einzuschalten',
    connect: 'Verbinden',
    here: 'Hier abspielen',
    accounts: 'Konten öffnen',
    slow: 'Noch kein Ton: Das Lied lädt langsam. Es beginnt von selbst, sobald genug davon da ist.',
    tooSlow:
      'Kein Ton: Diese Verbindung ist zu langsam für das Lied. Geh näher ans WLAN oder nimm ein anderes Netz.',
    silentText: 'Verbinde dein {{provider}}-Konto, um die Musik zu hören.',
    silentBuiltIn: 'Du bist ohne Ton dabei. Einmal tippen schaltet ihn ein.',
    silentGuest: 'Die Musik ist noch nicht bereit: {{provider}} antwortet nicht. Neuer Versuch läuft …',
    triedAgain: '{{reason}} Neuer Versuch …',
    trouble: {
      'no-device': 'Der Player hat sich nicht mit {{provider}} verbunden. Neuer Versuch …',
      unavailable: 'Dein Konto kann dieses Lied nicht abspielen. Das nächste wird versucht.',
      offline: '{{provider}} ist nicht erreichbar. Prüfe deine Verbindung.',
      unsupported:
        'Dieser Browser kann {{provider}} nicht abspielen. Nimm einen anderen Browser oder wähle in den Optionen ein anderes Gerät.',
      script: 'Der Player von {{provider}} wurde nicht geladen. Vielleicht liegt es an einem Werbeblocker.',
      playback: 'Der Player hat ein Problem. Versuche es noch einmal oder lade die Seite neu.',
      broken:
        'Die Datei dieses Liedes ist beschädigt, oder dieser Browser kann sie nicht abspielen. Das nächste Lied läuft wieder normal.',
      'no-output':
        'Dieses Gerät hat keine Tonausgabe. Schließe Lautsprecher oder Kopfhörer an, dann geht die Musik weiter.',
      elsewhere: 'Dein Konto spielt woanders.',
    },
  },
}
