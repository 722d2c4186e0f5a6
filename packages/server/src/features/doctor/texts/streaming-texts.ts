import type { Localized } from './localized.ts'

/** Writes a moment in words. The time is that of UTC, because the server does not know the person's time zone. */
const momentOf = (locale: string, ms: number): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(ms)} UTC`

export const streamingTexts = {
  builtInGood: {
    en: 'The built-in streaming service answers. It needs no app and has no quota.',
    de: 'Der eingebaute Streaming-Dienst antwortet. Er braucht keine App und hat kein Kontingent.',
    es: 'El servicio de streaming integrado responde. No necesita app ni tiene cuota.',
  },
  builtInNotRunning: {
    en: 'The built-in streaming service runs with the server, which does not run here.',
    de: 'Der eingebaute Streaming-Dienst läuft mit dem Server, der hier nicht läuft.',
    es: 'El servicio de streaming integrado funciona con el servidor, que aquí no está en marcha.',
  },
  builtInFails: (status: number): Localized => ({
    en: `The built-in streaming service does not answer (${status}).`,
    de: `Der eingebaute Streaming-Dienst antwortet nicht (${status}).`,
    es: `El servicio de streaming integrado no responde (${status}).`,
  }),
  startsAgain: {
    en: 'The server starts it again by itself; its log says why it ended.',
    de: 'Der Server startet ihn von selbst neu; sein Log sagt, warum er endete.',
    es: 'El servidor lo vuelve a arrancar solo; su registro dice por qué terminó.',
  },
  providerGood: {
    en: 'The built-in service at PROVIDER_URL answers and knows this server.',
    de: 'Der eingebaute Dienst unter PROVIDER_URL antwortet und kennt diesen Server.',
    es: 'El servicio integrado en PROVIDER_URL responde y conoce este servidor.',
  },
  providerUnreachable: (reason: string): Localized => ({
    en: `The built-in service at PROVIDER_URL cannot be reached: ${reason}`,
    de: `Der eingebaute Dienst unter PROVIDER_URL ist nicht erreichbar: ${reason}`,
    es: `No se puede acceder al servicio integrado en PROVIDER_URL: ${reason}`,
  }),
  startProvider: {
    en: 'Start it, or correct PROVIDER_URL.',
    de: 'Starte ihn, oder korrigiere PROVIDER_URL.',
    es: 'Arráncalo, o corrige PROVIDER_URL.',
  },
  providerRefuses: {
    en: 'The built-in service refuses this server.',
    de: 'Der eingebaute Dienst lehnt diesen Server ab.',
    es: 'El servicio integrado rechaza este servidor.',
  },
  shareSecret: (clientId: string): Localized => ({
    en: `Give both the same PROVIDER_SECRET, and start the service with --client ${clientId}.`,
    de: `Gib beiden dasselbe PROVIDER_SECRET, und starte den Dienst mit --client ${clientId}.`,
    es: `Da a ambos el mismo PROVIDER_SECRET y arranca el servicio con --client ${clientId}.`,
  }),
  checkNetwork: {
    en: 'Let this machine reach it: check DNS, firewall and outgoing proxy.',
    de: 'Sorge dafür, dass dieser Rechner die Adresse erreicht: Prüfe DNS, Firewall und ausgehenden Proxy.',
    es: 'Haz que este equipo pueda acceder: comprueba DNS, cortafuegos y proxy de salida.',
  },
  serviceFails: (status: number): Localized => ({
    en: `The streaming service itself fails (${status}).`,
    de: `Der Streaming-Dienst hat selbst eine Störung (${status}).`,
    es: `El propio servicio de streaming tiene un fallo (${status}).`,
  }),
  waitForService: {
    en: 'Wait, and run this again; nothing has to be changed here.',
    de: 'Warte und prüfe noch einmal; hier muss nichts geändert werden.',
    es: 'Espera y comprueba otra vez; aquí no hay que cambiar nada.',
  },
  secretGood: {
    en: 'The streaming service knows client id and secret.',
    de: 'Der Streaming-Dienst kennt Client-ID und Client-Secret.',
    es: 'El servicio de streaming conoce el id de cliente y el secreto.',
  },
  clientIdGood: {
    en: 'The streaming service knows the client id.',
    de: 'Der Streaming-Dienst kennt die Client-ID.',
    es: 'El servicio de streaming conoce el id de cliente.',
  },
  clientIdRefused: {
    en: 'The streaming service does not know SPOTIFY_CLIENT_ID, or asks for a secret.',
    de: 'Der Streaming-Dienst kennt SPOTIFY_CLIENT_ID nicht oder verlangt ein Client-Secret.',
    es: 'El servicio de streaming no conoce SPOTIFY_CLIENT_ID, o pide un secreto.',
  },
  secretRefused: {
    en: 'The streaming service refuses SPOTIFY_CLIENT_ID or SPOTIFY_CLIENT_SECRET.',
    de: 'Der Streaming-Dienst lehnt SPOTIFY_CLIENT_ID oder SPOTIFY_CLIENT_SECRET ab.',
    es: 'El servicio de streaming rechaza SPOTIFY_CLIENT_ID o SPOTIFY_CLIENT_SECRET.',
  },
  copyBoth: {
    en: 'Copy both from the settings of your app in the developer dashboard. A secret that was replaced no longer works.',
    de: 'Kopiere beide aus den Einstellungen deiner App im Entwickler-Dashboard. Ein ersetztes Client-Secret gilt sofort nicht mehr.',
    es: 'Copia ambos de los ajustes de tu app en el panel de desarrollador. Un secreto renovado deja de valer al instante.',
  },
  tokenFails: (status: number, reason: string): Localized => ({
    en: `The token endpoint answers ${status}: ${reason}`,
    de: `Der Token-Endpunkt antwortet mit ${status}: ${reason}`,
    es: `El punto de acceso de tokens responde ${status}: ${reason}`,
  }),
  checkApp: {
    en: 'Check SPOTIFY_ACCOUNTS_BASE, and the state of the app in the developer dashboard.',
    de: 'Prüfe SPOTIFY_ACCOUNTS_BASE und den Zustand der App im Entwickler-Dashboard.',
    es: 'Comprueba SPOTIFY_ACCOUNTS_BASE y el estado de la app en el panel de desarrollador.',
  },
  redirect: (address: string): Localized => ({
    en: `The app has to name this redirect address, letter by letter: ${address}. Only a person who connects an account can see whether it does.`,
    de: `In der App muss genau diese Weiterleitungsadresse stehen: ${address}. Ob das so ist, sieht nur, wer ein Konto verbindet.`,
    es: `La app debe tener esta dirección de redirección, letra por letra: ${address}. Solo quien conecta una cuenta puede verlo.`,
  }),
  redirectRefused: (address: string): Localized => ({
    en: `Spotify does not send people back to ${address}.`,
    de: `Spotify schickt niemanden zu ${address} zurück.`,
    es: `Spotify no devuelve a nadie a ${address}.`,
  }),
  useNumber: (port: string): Localized => ({
    en: `Use the number in place of the name: PUBLIC_ORIGIN=http://127.0.0.1:${port}`,
    de: `Benutze statt des Namens die Zahl: PUBLIC_ORIGIN=http://127.0.0.1:${port}`,
    es: `Usa el número en lugar del nombre: PUBLIC_ORIGIN=http://127.0.0.1:${port}`,
  }),
  useHttps: {
    en: 'Spotify accepts https, or http on 127.0.0.1. Put a proxy with a certificate in front.',
    de: 'Spotify akzeptiert https, oder http auf 127.0.0.1. Schalte einen Proxy mit Zertifikat davor.',
    es: 'Spotify acepta https, o http en 127.0.0.1. Pon delante un proxy con certificado.',
  },
  quotaUnchecked: {
    en: 'Quota and Premium are checked with the secret, or while a connected account is in use.',
    de: 'Kontingent und Premium werden mit dem Client-Secret geprüft, oder solange ein verbundenes Konto benutzt wird.',
    es: 'La cuota y Premium se comprueban con el secreto, o mientras se usa una cuenta conectada.',
  },
  apiGood: {
    en: 'The Web API answers; no limit is in force. It does not say how much quota is left.',
    de: 'Die Web API antwortet, kein Limit ist in Kraft. Wie viel Kontingent übrig ist, sagt sie nicht.',
    es: 'La Web API responde y no hay ningún límite activo. No dice cuánta cuota queda.',
  },
  withoutPremium: {
    en: 'The owner of the app has no Premium, so the streaming service refuses every call.',
    de: 'Die Person, der die App gehört, hat kein Premium, also lehnt der Streaming-Dienst jeden Aufruf ab.',
    es: 'Quien es dueño de la app no tiene Premium, así que el servicio de streaming rechaza todas las llamadas.',
  },
  renewPremium: {
    en: 'Renew Premium for the account that owns the app. It can take a few hours until calls are let through.',
    de: 'Erneuere Premium für das Konto, dem die App gehört. Bis Aufrufe durchkommen, können einige Stunden vergehen.',
    es: 'Renueva Premium en la cuenta dueña de la app. Pueden pasar unas horas hasta que se acepten las llamadas.',
  },
  apiFails: (status: number): Localized => ({
    en: `The Web API itself fails (${status}).`,
    de: `Die Web API hat selbst eine Störung (${status}).`,
    es: `La propia Web API tiene un fallo (${status}).`,
  }),
  searchRefused: (status: number, reason: string): Localized => ({
    en: `The Web API refuses a search for this check (${status}: ${reason}).`,
    de: `Die Web API lehnt eine Suche für diese Prüfung ab (${status}: ${reason}).`,
    es: `La Web API rechaza una búsqueda para esta comprobación (${status}: ${reason}).`,
  }),
  linkToSearch: {
    en: 'Some apps may not search without a person. Connect an account: if its search works, nothing has to be done.',
    de: 'Manche Apps dürfen ohne eine Person nicht suchen. Verbinde ein Konto: Wenn seine Suche geht, ist nichts zu tun.',
    es: 'Algunas apps no pueden buscar sin una persona. Conecta una cuenta: si su búsqueda funciona, no hay que hacer nada.',
  },
  quotaUsed: (untilMs: number | null): Localized => ({
    en: `The quota of the app is used up${untilMs === null ? '' : ` until ${momentOf('en-GB', untilMs)}`}.`,
    de: `Das Kontingent der App ist${untilMs === null ? '' : ` bis ${momentOf('de', untilMs)}`} aufgebraucht.`,
    es: `La cuota de la app está agotada${untilMs === null ? '' : ` hasta el ${momentOf('es', untilMs)}`}.`,
  }),
  saveQuota: {
    en: 'Wait. Import fewer or smaller playlists, or use an app of your own for each group.',
    de: 'Warte. Importiere weniger oder kleinere Playlists, oder benutze für jede Gruppe eine eigene App.',
    es: 'Espera. Importa menos listas o más pequeñas, o usa una app propia para cada grupo.',
  },
  slowDown: (untilMs: number | null): Localized => ({
    en: `The streaming service asks to slow down${untilMs === null ? '' : ` until ${momentOf('en-GB', untilMs)}`}.`,
    de: `Der Streaming-Dienst verlangt${untilMs === null ? '' : ` bis ${momentOf('de', untilMs)}`} weniger Anfragen.`,
    es: `El servicio de streaming pide ir más despacio${untilMs === null ? '' : ` hasta el ${momentOf('es', untilMs)}`}.`,
  }),
  waitAutomatically: {
    en: 'Wait; the server keeps to it by itself.',
    de: 'Warte; der Server hält sich von selbst daran.',
    es: 'Espera; el servidor lo respeta por sí mismo.',
  },
}

/** The texts about the number of listeners that Spotify accepts. */
export const listenerTexts = {
  unlimited: {
    en: 'Only Spotify limits the number of listeners.',
    de: 'Nur bei Spotify ist die Zahl der Zuhörenden begrenzt.',
    es: 'El número de oyentes solo está limitado con Spotify.',
  },
  uncounted: {
    en: 'Nobody can be counted: there is no database, or it does not answer.',
    de: 'Niemand kann gezählt werden: Es gibt keine Datenbank, oder sie antwortet nicht.',
    es: 'No se puede contar a nadie: no hay base de datos, o no responde.',
  },
  linked: (people: number, most: number): Localized => ({
    en: `Connected listeners: ${people} of ${most}.`,
    de: `Verbundene Zuhörende: ${people} von ${most}.`,
    es: `Oyentes conectados: ${people} de ${most}.`,
  }),
  removeOne: {
    en: 'For one more, remove somebody from the users of the app in the developer dashboard first.',
    de: 'Entferne für eine weitere Person zuerst jemanden aus den Benutzern der App im Entwickler-Dashboard.',
    es: 'Para añadir a alguien más, quita antes a una persona de los usuarios de la app en el panel de desarrollador.',
  },
  notAllowed: (accounts: number): Localized => ({
    en: `${accounts} connected ${accounts === 1 ? 'account is' : 'accounts are'} refused by the streaming service.`,
    de: `${accounts} ${accounts === 1 ? 'verbundenes Konto wird' : 'verbundene Konten werden'} vom Streaming-Dienst nicht zugelassen.`,
    es: `El servicio de streaming no admite ${accounts} ${accounts === 1 ? 'cuenta conectada' : 'cuentas conectadas'}.`,
  }),
  addUsers: {
    en: 'Add their e-mail address under Users in the settings of the app, and let them connect again.',
    de: 'Trage ihre E-Mail-Adresse in den Einstellungen der App unter Users ein, und lass sie neu verbinden.',
    es: 'Añade su correo en Users, en los ajustes de la app, y pídeles que se conecten otra vez.',
  },
}
