import type { bigScreenTexts as english } from '../../../features/session/share/texts.ts'
import type { Translation } from '../translation.ts'

export const bigScreenTexts: Translation<typeof english> = {
  title: 'Großer Bildschirm',
  text: 'Öffne {{address}} auf einem Fernseher oder Beamer und gib den Code ein, der dort steht.',
  code: 'Code auf dem Bildschirm',
  connect: 'Verbinden',
  unknown: 'Diesen Code zeigt gerade kein Bildschirm. Schau noch einmal hin.',
  sound: 'Den Ton dort spielen',
  soundText: 'Der Bildschirm spielt synchron mit allen.',
  here: 'Hier in einem neuen Fenster öffnen',
  connected: 'Der Bildschirm ist verbunden.',
  list: 'Verbundene Bildschirme',
  name: 'Bildschirm {{number}}',
  rename: '{{name}} umbenennen',
  on: 'Gerade an',
  lastOn: 'Zuletzt an: {{when}}',
  newName: 'Name des Bildschirms',
  saveName: 'Namen speichern',
  silence: '{{name}} stummschalten',
  unsilence: 'Ton auf {{name}} spielen',
  remove: '{{name}} entfernen',
}
