import type { fairTurnsTexts as english } from '../../../features/session/social/texts.ts'
import type { Translation } from '../translation.ts'

export const fairTurnsTexts: Translation<typeof english> = {
  title: 'Selección automática',
  text: 'Los votos van primero. Sin votos hay turnos: le toca a quien más ha esperado, tenga las canciones que tenga. Las canciones que sonaron hace poco esperan.',
  loading: 'Contando canciones …',
  none: 'Nadie aquí ha cargado listas, así que sin votos no suena nada.',
  songs_zero: 'sin canciones para elegir',
  songs_one: '{{count}} canción para elegir',
  songs_other: '{{count}} canciones para elegir',
  played_one: 'trajo la única canción que sonó',
  played_other: 'trajo {{played}} de las últimas {{count}}',
  playedWords_one: 'La única canción que sonó: {{picked}} al azar, {{voted}} por votos.',
  playedWords_other:
    '{{played}} de las últimas {{count}} canciones: {{picked}} al azar, {{voted}} por votos.',
  nonePlayed_one: 'ninguna todavía',
  nonePlayed_other: 'ninguna de las últimas {{count}}',
  nothingYet: 'Aquí no ha sonado ninguna canción todavía.',
  picked: 'al azar',
  voted: 'por votos',
  noPlaylists: 'sin listas',
  next: 'Le toca',
  maybe: 'Quizá le toque',
  all: 'Mostrar {{count}} personas',
  more_one: 'y {{count}} persona más con canciones',
  more_other: 'y {{count}} personas más con canciones',
  without: 'Sin listas: {{names}}',
  withoutMore_one: 'Sin listas: {{names}} y {{count}} persona más',
  withoutMore_other: 'Sin listas: {{names}} y {{count}} personas más',
}
