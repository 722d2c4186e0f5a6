import type { Language } from '@jointly/domain'

const english = {
  toStart: 'To the start',
  missing: {
    title: 'This page does not exist',
    text: 'The address may be mistyped, or the page is no longer there.',
  },
  failed: 'This did not work',
  /** The texts of refusals that a browser shows as a page. */
  refusals: {
    tooOften: 'Too many attempts. Please wait a little.',
    expiredAddress: 'This address has expired. There is a new one in the options of the session.',
    postersBusy: 'Many posters are being printed. Please try again in a moment.',
  },
  invitation: {
    open: 'Open the session',
    from: (owner: string) => `${owner} invites you to listen together.`,
    playing: (song: string, artists: string) => `Now playing: ${song} by ${artists}.`,
    inside: (people: number) =>
      people === 1 ? '1 person is in this session.' : `${people} people are in this session.`,
    unknown: 'No open session has this code',
    unknownText: 'Check the code, or ask for a new one. You may need an invitation.',
    typeCode: 'Type the code',
    tooMany: 'Too many attempts',
    wait: (minutes: number) =>
      `Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then open the link again.`,
  },
  poster: {
    code: (link: string) => `QR code of ${link}`,
    typedCode: (code: string) => `Session code ${code}`,
    steps: [
      { name: 'Join', words: 'Scan the code, or create a session of your own.' },
      { name: 'Start playing', words: 'Everyone hears the same song at the same moment.' },
      { name: 'Vote', words: 'Vote existing songs up and down, or add new ones.' },
    ],
  },
  tagline: 'Listening to music jointly has never been easier.',
}

export type PageTexts = typeof english
/** The key of a refusal text that exists in each language. */
export type PageRefusal = keyof PageTexts['refusals']

const german: PageTexts = {
  toStart: 'Zum Start',
  missing: {
    title: 'Diese Seite gibt es nicht',
    text: 'Vielleicht ist in der Adresse ein Tippfehler, oder die Seite ist nicht mehr da.',
  },
  failed: 'Das hat nicht geklappt',
  refusals: {
    tooOften: 'Zu viele Versuche. Bitte warte ein wenig.',
    expiredAddress: 'Diese Adresse ist abgelaufen. In den Optionen der Session gibt es eine neue.',
    postersBusy: 'Gerade werden viele Poster gedruckt. Versuche es gleich noch einmal.',
  },
  invitation: {
    open: 'Session öffnen',
    from: (owner) => `${owner} lädt dich ein, gemeinsam Musik zu hören.`,
    playing: (song, artists) => `Es läuft: ${song} von ${artists}.`,
    inside: (people) =>
      people === 1 ? '1 Person ist in dieser Session.' : `${people} Personen sind in dieser Session.`,
    unknown: 'Keine offene Session hat diesen Code',
    unknownText: 'Prüfe den Code oder frage nach einem neuen. Vielleicht brauchst du eine Einladung.',
    typeCode: 'Code eingeben',
    tooMany: 'Zu viele Versuche',
    wait: (minutes) =>
      `Bitte warte ${minutes === 1 ? 'eine Minute' : `${minutes} Minuten`} und öffne den Link dann noch einmal.`,
  },
  poster: {
    code: (link) => `QR-Code von ${link}`,
    typedCode: (code) => `Code der Session ${code}`,
    steps: [
      { name: 'Beitreten', words: 'Scanne den Code oder erstelle eine eigene Session.' },
      { name: 'Musik starten', words: 'Alle hören im selben Moment dasselbe Lied.' },
      { name: 'Abstimmen', words: 'Stimme für oder gegen Lieder oder füge neue hinzu.' },
    ],
  },
  tagline: 'Musik gemeinsam zu hören war noch nie so einfach.',
}

const spanish: PageTexts = {
  toStart: 'Ir al inicio',
  missing: {
    title: 'Esta página no existe',
    text: 'Puede que la dirección tenga un error o que la página ya no exista.',
  },
  failed: 'No ha funcionado',
  refusals: {
    tooOften: 'Demasiados intentos. Espera un poco.',
    expiredAddress: 'Esta dirección ha caducado. En las opciones de la sesión hay una nueva.',
    postersBusy: 'Se están imprimiendo muchos pósteres. Inténtalo de nuevo en un momento.',
  },
  invitation: {
    open: 'Abrir la sesión',
    from: (owner) => `${owner} te invita a escuchar música juntos.`,
    playing: (song, artists) => `Suena: ${song} de ${artists}.`,
    inside: (people) =>
      people === 1 ? 'Hay 1 persona en esta sesión.' : `Hay ${people} personas en esta sesión.`,
    unknown: 'Ninguna sesión abierta tiene este código',
    unknownText: 'Revisa el código o pide uno nuevo. Quizá necesites una invitación.',
    typeCode: 'Escribir el código',
    tooMany: 'Demasiados intentos',
    wait: (minutes) =>
      `Espera ${minutes === 1 ? 'un minuto' : `${minutes} minutos`} y abre el enlace otra vez.`,
  },
  poster: {
    code: (link) => `Código QR de ${link}`,
    typedCode: (code) => `Código de la sesión ${code}`,
    steps: [
      { name: 'Únete', words: 'Escanea el código o crea tu propia sesión.' },
      { name: 'Pon música', words: 'Todos oyen la misma canción en el mismo momento.' },
      { name: 'Vota', words: 'Vota canciones a favor o en contra, o añade nuevas.' },
    ],
  },
  tagline: 'Escuchar música juntos nunca fue tan fácil.',
}

/** The texts of the pages and posters that the server renders. The key is the language (W3). */
export const pageTexts: Record<Language, PageTexts> = { en: english, de: german, es: spanish }
