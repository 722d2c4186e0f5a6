import type { Localized } from './localized.ts'

/** The texts that several checks use, and those of a check that did not end as planned. */
export const checkTexts = {
  unreachable: (address: string, reason: string): Localized => ({
    en: `${address} cannot be reached: ${reason}`,
    de: `${address} ist nicht erreichbar: ${reason}`,
    es: `No se puede acceder a ${address}: ${reason}`,
  }),
  otherAnswers: (address: string, status: number): Localized => ({
    en: `Something else answers at ${address} (status ${status}).`,
    de: `Unter ${address} antwortet etwas anderes (Status ${status}).`,
    es: `En ${address} responde otra cosa (estado ${status}).`,
  }),
  timedOut: (seconds: number): Localized => ({
    en: `This check did not end within ${seconds} s.`,
    de: `Diese Prüfung endete nicht innerhalb von ${seconds} s.`,
    es: `Esta comprobación no terminó en ${seconds} s.`,
  }),
  seeService: {
    en: 'Check that the service is reachable and not overloaded.',
    de: 'Prüfe, ob der Dienst erreichbar und nicht überlastet ist.',
    es: 'Comprueba que el servicio es accesible y no está sobrecargado.',
  },
  failed: (reason: string): Localized => ({
    en: `This check failed: ${reason}`,
    de: `Diese Prüfung ist fehlgeschlagen: ${reason}`,
    es: `Esta comprobación ha fallado: ${reason}`,
  }),
  report: {
    en: 'Run it again with LOG_LEVEL=debug, and report it.',
    de: 'Führe sie noch einmal mit LOG_LEVEL=debug aus und melde den Fehler.',
    es: 'Repítela con LOG_LEVEL=debug y comunica el error.',
  },
}
