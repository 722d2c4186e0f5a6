import type { Localized } from './localized.ts'

export const redisTexts = {
  good: (version: string): Localized => ({
    en: `Redis ${version} answers and passes messages on.`,
    de: `Redis ${version} antwortet und leitet Nachrichten weiter.`,
    es: `Redis ${version} responde y transmite mensajes.`,
  }),
  notNeeded: {
    en: 'One server needs no Redis.',
    de: 'Ein einzelner Server braucht kein Redis.',
    es: 'Un solo servidor no necesita Redis.',
  },
  notSet: {
    en: 'REDIS_URL is not set: right for one server. Several servers of one database need it.',
    de: 'REDIS_URL ist nicht gesetzt: Das ist richtig für einen Server. Mehrere Server einer Datenbank brauchen es.',
    es: 'REDIS_URL no está definido: está bien para un servidor. Varios servidores de una base de datos lo necesitan.',
  },
  old: (version: string): Localized => ({
    en: `Redis ${version} is too old.`,
    de: `Redis ${version} ist zu alt.`,
    es: `Redis ${version} es demasiado antiguo.`,
  }),
  upgrade: (oldest: string): Localized => ({
    en: `Upgrade it to ${oldest} or later, or use Valkey.`,
    de: `Aktualisiere auf ${oldest} oder neuer, oder benutze Valkey.`,
    es: `Actualízalo a ${oldest} o posterior, o usa Valkey.`,
  }),
  withoutPassword: {
    en: 'Redis asks for no password: everyone who can reach it can pretend to be one of the servers.',
    de: 'Redis verlangt kein Passwort: Wer es erreicht, kann sich als einer der Server ausgeben.',
    es: 'Redis no pide contraseña: quien acceda a él puede hacerse pasar por uno de los servidores.',
  },
  requirePassword: {
    en: 'Set requirepass in Redis, and put the password into REDIS_URL: redis://:<password>@host',
    de: 'Setze requirepass in Redis, und schreibe das Passwort in REDIS_URL: redis://:<password>@host',
    es: 'Define requirepass en Redis y pon la contraseña en REDIS_URL: redis://:<password>@host',
  },
  passwordRefused: {
    en: 'Redis refuses the password of REDIS_URL.',
    de: 'Redis lehnt das Passwort aus REDIS_URL ab.',
    es: 'Redis rechaza la contraseña de REDIS_URL.',
  },
  correctPassword: {
    en: 'Correct the password in REDIS_URL.',
    de: 'Korrigiere das Passwort in REDIS_URL.',
    es: 'Corrige la contraseña en REDIS_URL.',
  },
  passwordMissing: {
    en: 'Redis asks for a password.',
    de: 'Redis verlangt ein Passwort.',
    es: 'Redis pide una contraseña.',
  },
  addPassword: {
    en: 'Put it into REDIS_URL: redis://:<password>@host',
    de: 'Schreibe es in REDIS_URL: redis://:<password>@host',
    es: 'Ponla en REDIS_URL: redis://:<password>@host',
  },
  notPermitted: (reason: string): Localized => ({
    en: `The Redis user may not do what the servers need: ${reason}`,
    de: `Der Redis-Benutzer darf nicht, was die Server brauchen: ${reason}`,
    es: `El usuario de Redis no puede hacer lo que los servidores necesitan: ${reason}`,
  }),
  permit: {
    en: 'Allow it the channels and keys that begin with jointly, and the commands of pub/sub and scripting.',
    de: 'Erlaube ihm die Kanäle und Schlüssel, die mit jointly beginnen, und die Befehle für pub/sub und scripting.',
    es: 'Permítele los canales y claves que empiezan por jointly, y los comandos de pub/sub y scripting.',
  },
  start: {
    en: 'Start Redis, or correct REDIS_URL. Until then each server counts its own listeners alone.',
    de: 'Starte Redis, oder korrigiere REDIS_URL. Bis dahin zählt jeder Server nur seine eigenen Zuhörenden.',
    es: 'Arranca Redis, o corrige REDIS_URL. Mientras tanto, cada servidor cuenta solo sus propios oyentes.',
  },
}
