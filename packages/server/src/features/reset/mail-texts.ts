import type { Language } from '@jointly/domain'

type MailText = {
  subject: string
  /** Writes the plain text. @param links a line for each account of the address */
  text(origin: string, links: string): string
}

/** The texts of the mail with a reset link (W3). */
export const mailTexts: Readonly<Record<Language, MailText>> = {
  en: {
    subject: 'Your new Jointly password',
    text: (origin, links) => `Hello,

Someone asked for a new password on ${origin}. Open the link of your account within 24 hours to choose one. It works once.

${links}

If it was not you, ignore this mail. Your password stays as it is.
`,
  },
  de: {
    subject: 'Neues Passwort bei Jointly',
    text: (origin, links) => `Hallo,

jemand hat auf ${origin} ein neues Passwort angefordert. Öffne den Link deines Kontos innerhalb von 24 Stunden, um eines zu wählen. Er gilt einmal.

${links}

Wenn du das nicht warst, ignoriere diese E-Mail. Dein Passwort bleibt, wie es ist.
`,
  },
  es: {
    subject: 'Tu nueva contraseña de Jointly',
    text: (origin, links) => `Hola:

Alguien ha pedido una contraseña nueva en ${origin}. Abre el enlace de tu cuenta en menos de 24 horas para elegirla. Sirve una sola vez.

${links}

Si no has sido tú, no hagas caso de este correo. Tu contraseña no cambia.
`,
  },
}
