import type { Language } from '@jointly/domain'
import type { Localized } from './localized.ts'

/** Creates the texts of a comparison with another clock. @param other the words that follow *the clock of* */
const comparedWith = (other: Localized) => ({
  agrees: {
    en: `The clock agrees with that of ${other.en}.`,
    de: `Die Uhr stimmt mit der ${other.de} überein.`,
    es: `El reloj coincide con el ${other.es}.`,
  },
  ahead: (seconds: number): Localized => ({
    en: `The clock is ${duration(seconds, 'en')} ahead of that of ${other.en}.`,
    de: `Die Uhr geht gegenüber der ${other.de} ${duration(seconds, 'de')} vor.`,
    es: `El reloj está adelantado ${duration(seconds, 'es')} respecto al ${other.es}.`,
  }),
  behind: (seconds: number): Localized => ({
    en: `The clock is ${duration(seconds, 'en')} behind that of ${other.en}.`,
    de: `Die Uhr geht gegenüber der ${other.de} ${duration(seconds, 'de')} nach.`,
    es: `El reloj está atrasado ${duration(seconds, 'es')} respecto al ${other.es}.`,
  }),
})

export const clockTexts = {
  postgres: comparedWith({ en: 'PostgreSQL', de: 'von PostgreSQL', es: 'de PostgreSQL' }),
  service: comparedWith({
    en: 'the streaming service',
    de: 'des Streaming-Dienstes',
    es: 'del servicio de streaming',
  }),
  proxy: comparedWith({ en: 'the proxy', de: 'des Proxys', es: 'del proxy' }),
  synchronize: {
    en: 'Keep both by NTP: timedatectl set-ntp true',
    de: 'Stelle beide per NTP: timedatectl set-ntp true',
    es: 'Ajusta ambos por NTP: timedatectl set-ntp true',
  },
  alone: {
    en: 'One server with SQLite has one clock; there is nothing to compare it with.',
    de: 'Ein Server mit SQLite hat eine einzige Uhr, mit der nichts zu vergleichen ist.',
    es: 'Un servidor con SQLite tiene un solo reloj: no hay con qué compararlo.',
  },
  postgresSilent: {
    en: 'The clock is compared with PostgreSQL, which does not answer.',
    de: 'Die Uhr wird mit PostgreSQL verglichen, das nicht antwortet.',
    es: 'El reloj se compara con PostgreSQL, que no responde.',
  },
  serviceSilent: {
    en: 'The clock is compared with the streaming service, which does not say what time it is.',
    de: 'Die Uhr wird mit dem Streaming-Dienst verglichen, der keine Uhrzeit nennt.',
    es: 'El reloj se compara con el servicio de streaming, que no dice qué hora es.',
  },
}

function duration(seconds: number, language: Language): string {
  return `${seconds.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`
}
