import type { stageTexts as english } from '../../../features/stage/texts.ts'
import type { Translation } from '../translation.ts'

export const stageTexts: Translation<typeof english> = {
  stage: {
    code: 'Dein Code',
    ask: 'Zeige eine Session auf diesem Bildschirm',
    steps:
      'Für Host oder Manager: Öffne die Session auf deinem Handy, tippe oben auf das Symbol zum Teilen und gib diesen Code unter „Großer Bildschirm“ ein.',
    getting: 'Der Code wird geholt …',
    away: 'Der Server antwortet nicht. Dieser Bildschirm versucht es von selbst weiter.',
    ended: 'Dieser Bildschirm ist wieder frei',
    endedText: 'Er wurde aus der Session entfernt, oder die Session ist zu Ende.',
    opening: 'Die Session wird geöffnet …',
    lost: 'Die Verbindung wird wiederhergestellt …',
    upNext: 'Als Nächstes',
    noVotes: 'Stimme über das nächste Lied ab',
    nothing: 'Es läuft noch nichts',
    nothingText: 'Drücke auf deinem Handy auf Play, dann hören es alle.',
    votedBy: 'Durch Stimmen gewählt, zuerst von {{name}}',
    voted: 'Durch Stimmen gewählt',
    randomFor: 'Aus den Playlists von {{name}}',
    fallback: 'Aus der Ersatz-Playlist',
    random: 'Aus den Playlists von allen',
    join: 'Mach mit',
    joinText: 'Scannen oder Code eingeben auf {{host}}',
    qr: 'QR-Code zum Mitmachen',
    here_one: '{{count}} Person hier',
    here_other: '{{count}} Personen hier',
    noSleepLock: 'Dieser Bildschirm schaltet sich vielleicht ab. Stelle ihn so ein, dass er an bleibt.',
    blocked: 'Noch kein Ton: Drücke eine Taste oder klicke einmal',
    soundTrouble: 'Der Ton kommt von selbst wieder',
    progress: 'Stelle im Lied',
    paused: 'Pausiert',
  },
}
