import type { Language } from '@jointly/domain'

const english = {
  title: 'Beta ticket',
  about: 'A ticket lets one person create an account. It works once, for 14 days.',
  create: 'Create ticket',
  another: 'Create another ticket',
  made: 'New ticket',
  send: 'Send this link to one person:',
  ends: (day: string) => `It ends on ${day}.`,
  ended: 'This page has expired. Its address works once, for ten minutes.',
  openAgain: 'Open it again from the settings.',
}
export type TicketTexts = typeof english

/** The texts of the ticket page (W3). */
export const ticketTexts: Readonly<Record<Language, TicketTexts>> = {
  en: english,
  de: {
    title: 'Beta-Ticket',
    about: 'Mit einem Ticket kann eine Person ein Konto erstellen. Es gilt einmal und 14 Tage lang.',
    create: 'Ticket erstellen',
    another: 'Noch ein Ticket erstellen',
    made: 'Neues Ticket',
    send: 'Schicke diesen Link einer Person:',
    ends: (day) => `Er gilt bis ${day}.`,
    ended: 'Diese Seite ist abgelaufen. Ihre Adresse gilt nur einmal und zehn Minuten lang.',
    openAgain: 'Öffne sie noch einmal in den Einstellungen.',
  },
  es: {
    title: 'Pase beta',
    about: 'Con un pase, una persona puede crear una cuenta. Vale una sola vez, durante 14 días.',
    create: 'Crear pase',
    another: 'Crear otro pase',
    made: 'Nuevo pase',
    send: 'Envía este enlace a una persona:',
    ends: (day) => `Vale hasta el ${day}.`,
    ended: 'Esta página ha caducado. Su dirección vale una sola vez, durante diez minutos.',
    openAgain: 'Ábrela de nuevo desde los ajustes.',
  },
}
