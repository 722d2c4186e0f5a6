import type { talkTexts as english } from '../../../features/session/chat/texts.ts'
import type { Translation } from '../translation.ts'

/** German texts of chat and reactions. */
export const talkTexts: Translation<typeof english> = {
  chat: {
    off: 'Der Chat ist aus',
    offText:
      'Der Besitzer oder ein Manager hat ihn ausgeschaltet. Die Nachrichten kommen wieder, wenn er wieder an ist.',
    loading: 'Der Chat wird geöffnet …',
    empty: 'Noch nichts geschrieben',
    emptyText: 'Sag allen hier Hallo.',
    lines: 'Nachrichten im Chat',
    older: 'Ältere Nachrichten',
    new: 'Neue Nachrichten',
    write: 'Im Chat schreiben',
    field: 'An alle hier schreiben',
    send: 'Senden',
    count: '{{length}} von {{most}}',
    tooLong: 'Eine Nachricht hat höchstens 500 Zeichen. Kürze sie und sende sie noch einmal.',
    offline: 'Du bist offline. Dein Text bleibt hier, bis du ihn sendest.',
    youAreMuted: 'Du wurdest stummgeschaltet. Lesen kannst du weiter, und dein Text bleibt hier.',
    you: 'Du',
    said: '{{name}}: {{text}}',
    actions: 'Aktionen zur Nachricht von {{name}}, {{time}}',
    delete: 'Löschen',
    mute: '{{name}} stummschalten',
    unmute: 'Freigeben',
    unmuteNamed: 'Freigeben: {{name}}',
    mutedPeople: 'Stummgeschaltet',
    isMuted: '{{name}} ist stummgeschaltet.',
    isUnmuted: '{{name}} kann wieder schreiben.',
    unread_one: '{{count}} ungelesene Nachricht',
    unread_other: '{{count}} ungelesene Nachrichten',
  },
  react: {
    label: 'Reagieren',
    close: 'Reaktionen schließen',
    love: 'Liebe',
    fire: 'Feuer',
    applause: 'Applaus',
    laughter: 'Lachen',
    wow: 'Wow',
    party: 'Party',
    away: 'Reaktionen brauchen die Live-Verbindung',
    summary: 'Reaktionen: {{list}}',
  },
}
