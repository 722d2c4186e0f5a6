import type { Language } from '../../http/language.ts'

const english = {
  title: 'Connect your music',
  service: (app: string) => `${app}’s built-in music`,
  heading: 'Pick a listener profile',
  lead: 'It gives you your first playlists. What you play and change stays yours. You need no other account.',
  people: 'People',
  free: 'Free: cannot play',
  someoneNew: 'Someone new',
  yourName: 'Your name',
  newPlaylists: 'Gets first playlists',
  asks: (app: string) => `${app} would like to`,
  deny: 'Deny',
  allow: 'Allow',
  permissions: {
    streaming: 'Play music in your browser',
    playback: 'See and control what plays, and on which device',
    readPlaylists: 'See your playlists and the songs in them',
    changePlaylists: 'Create and change playlists for you',
    profile: 'See your name and picture',
  },
  notices: {
    nobody: 'Please choose someone, or type your name.',
    gone: 'This person is not here any more. Please choose someone else.',
    name: 'Please type a name of up to 40 characters.',
  },
  ended: 'This page is no longer valid. Close it and connect again.',
}

export type ConsentTexts = typeof english
export type Permission = keyof ConsentTexts['permissions']
export type Notice = keyof ConsentTexts['notices']

const german: ConsentTexts = {
  title: 'Verbinde deine Musik',
  service: (app) => `Die eingebaute Musik von ${app}`,
  heading: 'Wähle ein Hörerprofil',
  lead: 'Es gibt dir deine ersten Playlists. Was du abspielst und änderst, gehört nur dir. Ein anderes Konto brauchst du nicht.',
  people: 'Personen',
  free: 'Gratis: kann nicht abspielen',
  someoneNew: 'Jemand Neues',
  yourName: 'Dein Name',
  newPlaylists: 'Bekommt erste Playlists',
  asks: (app) => `${app} möchte`,
  deny: 'Ablehnen',
  allow: 'Erlauben',
  permissions: {
    streaming: 'Musik in deinem Browser abspielen',
    playback: 'sehen und steuern, was auf welchem Gerät läuft',
    readPlaylists: 'deine Playlists und ihre Lieder sehen',
    changePlaylists: 'Playlists für dich anlegen und ändern',
    profile: 'deinen Namen und dein Bild sehen',
  },
  notices: {
    nobody: 'Bitte wähle jemanden oder gib deinen Namen ein.',
    gone: 'Diese Person ist nicht mehr da. Bitte wähle eine andere.',
    name: 'Bitte gib einen Namen mit höchstens 40 Zeichen ein.',
  },
  ended: 'Diese Seite gilt nicht mehr. Schließe sie und verbinde noch einmal.',
}

const spanish: ConsentTexts = {
  title: 'Conecta tu música',
  service: (app) => `La música incluida en ${app}`,
  heading: 'Elige un perfil de oyente',
  lead: 'De él recibes tus primeras listas. Lo que reproduces y cambias es solo tuyo. No necesitas otra cuenta.',
  people: 'Personas',
  free: 'Gratis: no puede reproducir',
  someoneNew: 'Otra persona',
  yourName: 'Tu nombre',
  newPlaylists: 'Recibe sus primeras listas',
  asks: (app) => `${app} quiere`,
  deny: 'Rechazar',
  allow: 'Permitir',
  permissions: {
    streaming: 'reproducir música en tu navegador',
    playback: 'ver y controlar lo que suena, y en qué dispositivo',
    readPlaylists: 'ver tus listas y sus canciones',
    changePlaylists: 'crear y cambiar listas para ti',
    profile: 'ver tu nombre y tu foto',
  },
  notices: {
    nobody: 'Elige a alguien o escribe tu nombre.',
    gone: 'Esta persona ya no está. Elige a otra.',
    name: 'Escribe un nombre de hasta 40 caracteres.',
  },
  ended: 'Esta página ya no es válida. Ciérrala y conecta de nuevo.',
}

/** The texts of the consent page, by language (W3). */
export const consentTexts: Record<Language, ConsentTexts> = { en: english, de: german, es: spanish }
