import type { historyTexts as english } from '../../../shared/history/texts.ts'
import type { Translation } from '../translation.ts'

export const historyTexts: Translation<typeof english> = {
  history: {
    open: 'Gespielte Lieder speichern',
    songs_one: '{{count}} Lied',
    songs_other: '{{count}} Lieder',
    nothing: 'Während du in der Session warst, lief nichts.',
    playlist: 'Als Playlist bei {{provider}}',
    name: 'Name der Playlist',
    description: 'Was in Jointly lief, {{period}}.',
    save: 'Playlist speichern',
    continue: 'Rest speichern',
    progress_one: '{{saved}} von {{count}} Lied gespeichert',
    progress_other: '{{saved}} von {{count}} Liedern gespeichert',
    saved_one: '{{count}} Lied ist in deiner privaten Playlist „{{name}}“.',
    saved_other: '{{count}} Lieder sind in deiner privaten Playlist „{{name}}“.',
    skipped_one: '{{count}} Lied fehlt, weil {{provider}} es nicht hat.',
    skipped_other: '{{count}} Lieder fehlen, weil {{provider}} sie nicht hat.',
    partly:
      'Was gespeichert ist, bleibt. Drücke auf „Rest speichern“, um mit derselben Playlist weiterzumachen.',
    makeRoom: 'Lösche eine Playlist bei {{provider}} und versuche es noch einmal.',
    makeRoomBuiltIn:
      'Trenne das Konto unter „Konten“ und verbinde es neu. Das löscht alle Playlists, die du damit gespeichert hast.',
    show: 'Bei {{provider}} öffnen',
    none: '{{provider}} hat keines dieser Lieder. Darum gibt es nichts für eine Playlist.',
    noAccount: 'Verbinde ein Streaming-Konto, um eine Playlist zu speichern.',
    accounts: 'Zu deinen Konten',
    files: 'Als Datei',
    m3u: 'M3U-Playlist',
    csv: 'CSV-Tabelle',
  },
}
