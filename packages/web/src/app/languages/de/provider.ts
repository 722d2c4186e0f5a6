import type { providerTexts as english } from '../../../shared/api/provider-texts.ts'
import type { Translation } from '../translation.ts'

export const providerTexts: Translation<typeof english> = {
  provider: {
    failure: {
      token: 'Der Streaming-Dienst nimmt dein Konto gerade nicht an.',
      'grant-ended': 'Dein Streaming-Konto ist getrennt. Verbinde es unter „Konten“ neu.',
      permission: 'Eine Erlaubnis fehlt. Verbinde dein Konto unter „Konten“ neu und erlaube alles.',
      'not-registered':
        'Dein Konto steht noch nicht auf der Liste dieses Servers. Bitte die Person, die ihn betreibt, dich einzutragen.',
      'operator-premium':
        'Der Streaming-Dienst hat diesen Server angehalten, weil die Person, die ihn betreibt, gerade kein Premium hat.',
      premium: 'Zum Hören brauchst du Premium. Mitverfolgen und abstimmen kannst du trotzdem.',
      forbidden: 'Dein Konto hat darauf keinen Zugriff.',
      gone: 'Der Streaming-Dienst hat das nicht mehr.',
      full: 'In deinem Streaming-Konto ist kein Platz mehr.',
      'bad-request':
        'Der Streaming-Dienst hat das nicht angenommen. Wenn es wieder passiert, sag es der Person, die diesen Server betreibt.',
      rate: 'Der Streaming-Dienst ist überlastet.',
      quota: 'Dieser Server hat sein Tageslimit beim Streaming-Dienst erreicht.',
      away: 'Der Streaming-Dienst antwortet nicht.',
      unclear: 'Der Streaming-Dienst hat unvollständig geantwortet.',
      'app-refused':
        'Der Streaming-Dienst nimmt diesen Server nicht an. Die Person, die ihn betreibt, muss Client-ID und Client-Secret prüfen.',
      'sign-in': 'Das Konto konnte nicht verbunden werden. Versuche es noch einmal.',
    },
    tryAgain: '{{reason}} Versuche es gleich noch einmal.',
    nextTry: '{{reason}} Nächster Versuch: {{time}}.',
    tryAgainIn: '{{reason}} Versuche es in {{wait}} noch einmal.',
  },
}
