import type { Localized } from './localized.ts'

/** The texts about the server at its own address. */
export const serverTexts = {
  good: (address: string): Localized => ({
    en: `The server answers at ${address}.`,
    de: `Der Server antwortet unter ${address}.`,
    es: `El servidor responde en ${address}.`,
  }),
  portChanges: {
    en: 'PORT is 0, so the server has another port after each start. Set PORT, so that it can be checked.',
    de: 'PORT ist 0, also hat der Server nach jedem Start einen anderen Port. Setze PORT, damit er geprüft werden kann.',
    es: 'PORT es 0, así que el servidor cambia de puerto en cada arranque. Define PORT para poder comprobarlo.',
  },
  notRunning: (address: string, reason: string): Localized => ({
    en: `The server does not run at ${address} (${reason}).`,
    de: `Der Server läuft nicht unter ${address} (${reason}).`,
    es: `El servidor no está en marcha en ${address} (${reason}).`,
  }),
  notReady: (address: string, status: number): Localized => ({
    en: `The server at ${address} is not ready: it answers ${status}.`,
    de: `Der Server unter ${address} ist nicht bereit: Er antwortet mit ${status}.`,
    es: `El servidor en ${address} no está listo: responde ${status}.`,
  }),
  seeLog: {
    en: 'Its log says why; usually the database is away.',
    de: 'Sein Log sagt, warum; meist ist die Datenbank nicht erreichbar.',
    es: 'Su registro dice por qué; casi siempre es que falta la base de datos.',
  },
  freePort: {
    en: 'Stop the other program, or set PORT to another number.',
    de: 'Beende das andere Programm, oder setze PORT auf eine andere Zahl.',
    es: 'Detén el otro programa, o pon otro número en PORT.',
  },
}

/** The texts about the public address, and the proxy behind it. */
export const proxyTexts = {
  good: (origin: string): Localized => ({
    en: `${origin} leads to this server.`,
    de: `${origin} führt zu diesem Server.`,
    es: `${origin} lleva a este servidor.`,
  }),
  notSet: {
    en: 'PUBLIC_ORIGIN is not set: this server is for its own machine or network.',
    de: 'PUBLIC_ORIGIN ist nicht gesetzt: Dieser Server ist für den eigenen Rechner oder das eigene Netz.',
    es: 'PUBLIC_ORIGIN no está definido: este servidor es para su propio equipo o red.',
  },
  certificateGood: (days: number): Localized => ({
    en: `The certificate is valid for ${days} ${days === 1 ? 'day' : 'days'}.`,
    de: `Das Zertifikat gilt noch ${days} ${days === 1 ? 'Tag' : 'Tage'}.`,
    es: `El certificado es válido ${days} ${days === 1 ? 'día' : 'días'} más.`,
  }),
  certificateEnds: (days: number): Localized => ({
    en: `The certificate ends in ${days} ${days === 1 ? 'day' : 'days'}.`,
    de: `Das Zertifikat läuft in ${days} ${days === 1 ? 'Tag' : 'Tagen'} ab.`,
    es: `El certificado caduca en ${days} ${days === 1 ? 'día' : 'días'}.`,
  }),
  seeRenewal: {
    en: 'See why the proxy does not renew it.',
    de: 'Sieh nach, warum der Proxy es nicht erneuert.',
    es: 'Mira por qué el proxy no lo renueva.',
  },
  hstsMissing: {
    en: 'The proxy sends no Strict-Transport-Security, so a first visit over http can be intercepted.',
    de: 'Der Proxy sendet kein Strict-Transport-Security, also kann ein erster Besuch über http abgefangen werden.',
    es: 'El proxy no envía Strict-Transport-Security, así que se puede interceptar una primera visita por http.',
  },
  sendHsts: {
    en: 'Let the proxy send: Strict-Transport-Security: max-age=31536000',
    de: 'Lass den Proxy senden: Strict-Transport-Security: max-age=31536000',
    es: 'Haz que el proxy envíe: Strict-Transport-Security: max-age=31536000',
  },
  liveGood: {
    en: 'Live connections pass the proxy.',
    de: 'Live-Verbindungen kommen durch den Proxy.',
    es: 'Las conexiones en vivo atraviesan el proxy.',
  },
  liveFails: (status: number | null): Localized => ({
    en: `The proxy does not pass WebSocket upgrades on${status === null ? '' : ` (it answers ${status})`}: votes of others appear late.`,
    de: `Der Proxy leitet WebSocket-Upgrades nicht weiter${status === null ? '' : ` (er antwortet mit ${status})`}: Stimmen anderer erscheinen spät.`,
    es: `El proxy no transmite los upgrades de WebSocket${status === null ? '' : ` (responde ${status})`}: los votos de otros aparecen tarde.`,
  }),
  passUpgrades: {
    en: 'nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade"; and proxy_read_timeout of 60 s or more. Caddy does it by itself.',
    de: 'nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade"; und proxy_read_timeout von mindestens 60 s. Caddy macht das von selbst.',
    es: 'nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade"; y proxy_read_timeout de 60 s o más. Caddy lo hace por sí mismo.',
  },
  forwardedGood: {
    en: 'The proxy says who is asking, and the server believes it.',
    de: 'Der Proxy sagt, wer anfragt, und der Server glaubt ihm.',
    es: 'El proxy dice quién pregunta, y el servidor lo cree.',
  },
  forwardedWrong: (origin: string, seen: string): Localized => ({
    en: `The server takes requests for ${origin} as requests for ${seen}: all listeners share one limit of login attempts.`,
    de: `Der Server hält Anfragen an ${origin} für Anfragen an ${seen}: Alle Zuhörenden teilen sich ein Limit für Anmeldeversuche.`,
    es: `El servidor toma las peticiones a ${origin} por peticiones a ${seen}: todos los oyentes comparten el mismo límite de intentos de acceso.`,
  }),
  clientHidden: {
    en: 'The server sees the address of the proxy instead of those of the listeners: they all share one limit of login attempts.',
    de: 'Der Server sieht die Adresse des Proxys statt der Adressen der Zuhörenden: Alle teilen sich ein Limit für Anmeldeversuche.',
    es: 'El servidor ve la dirección del proxy en lugar de las de los oyentes: todos comparten el mismo límite de intentos de acceso.',
  },
  trustProxy: {
    en: 'Set TRUST_PROXY to the address of the proxy, or to loopback where it runs on this machine.',
    de: 'Setze TRUST_PROXY auf die Adresse des Proxys, oder auf loopback, wenn er auf diesem Rechner läuft.',
    es: 'Pon en TRUST_PROXY la dirección del proxy, o loopback si está en este equipo.',
  },
  forward: {
    en: 'Let the proxy send Host, X-Forwarded-For and X-Forwarded-Proto, and check that TRUST_PROXY names its address.',
    de: 'Lass den Proxy Host, X-Forwarded-For und X-Forwarded-Proto senden, und prüfe, ob TRUST_PROXY seine Adresse nennt.',
    es: 'Haz que el proxy envíe Host, X-Forwarded-For y X-Forwarded-Proto, y comprueba que TRUST_PROXY tiene su dirección.',
  },
  unknownName: (hostname: string): Localized => ({
    en: `The name ${hostname} is not known.`,
    de: `Der Name ${hostname} ist nicht bekannt.`,
    es: `El nombre ${hostname} no se conoce.`,
  }),
  createRecord: (hostname: string): Localized => ({
    en: `Create a DNS record for ${hostname} that leads to the proxy.`,
    de: `Lege für ${hostname} einen DNS-Eintrag an, der zum Proxy führt.`,
    es: `Crea un registro DNS para ${hostname} que lleve al proxy.`,
  }),
  start: {
    en: 'Start the proxy, and let the firewall pass its port.',
    de: 'Starte den Proxy, und öffne seinen Port in der Firewall.',
    es: 'Arranca el proxy y abre su puerto en el cortafuegos.',
  },
  checkNetwork: {
    en: 'Check name, port, firewall and the log of the proxy.',
    de: 'Prüfe Namen, Port, Firewall und das Log des Proxys.',
    es: 'Comprueba el nombre, el puerto, el cortafuegos y el registro del proxy.',
  },
  certificateExpired: (hostname: string): Localized => ({
    en: `The certificate of ${hostname} has expired.`,
    de: `Das Zertifikat von ${hostname} ist abgelaufen.`,
    es: `El certificado de ${hostname} ha caducado.`,
  }),
  certificateOfOther: (hostname: string): Localized => ({
    en: `The certificate at ${hostname} is for another name.`,
    de: `Das Zertifikat unter ${hostname} gilt für einen anderen Namen.`,
    es: `El certificado en ${hostname} es para otro nombre.`,
  }),
  getCertificate: (hostname: string): Localized => ({
    en: `Get a certificate for ${hostname}, or correct PUBLIC_ORIGIN.`,
    de: `Besorge ein Zertifikat für ${hostname}, oder korrigiere PUBLIC_ORIGIN.`,
    es: `Consigue un certificado para ${hostname}, o corrige PUBLIC_ORIGIN.`,
  }),
  certificateUntrusted: (hostname: string): Localized => ({
    en: `Browsers do not trust the certificate of ${hostname}.`,
    de: `Browser vertrauen dem Zertifikat von ${hostname} nicht.`,
    es: `Los navegadores no confían en el certificado de ${hostname}.`,
  }),
  usePublicAuthority: {
    en: "Use a certificate of a public authority, such as Let's Encrypt, with its whole chain.",
    de: "Benutze ein Zertifikat einer öffentlichen Stelle, etwa Let's Encrypt, mit der ganzen Kette.",
    es: "Usa un certificado de una autoridad pública, como Let's Encrypt, con la cadena completa.",
  },
  serverUnreachable: (origin: string, status: number): Localized => ({
    en: `The proxy at ${origin} does not reach this server (${status}).`,
    de: `Der Proxy unter ${origin} erreicht diesen Server nicht (${status}).`,
    es: `El proxy en ${origin} no llega a este servidor (${status}).`,
  }),
  checkAddress: {
    en: 'Check the address in the configuration of the proxy: it must be HOST and PORT of this server.',
    de: 'Prüfe die Adresse in der Konfiguration des Proxys: Sie muss aus HOST und PORT dieses Servers bestehen.',
    es: 'Comprueba la dirección en la configuración del proxy: debe ser HOST y PORT de este servidor.',
  },
  redirects: (origin: string): Localized => ({
    en: `${origin} redirects elsewhere.`,
    de: `${origin} leitet anderswohin weiter.`,
    es: `${origin} redirige a otro sitio.`,
  }),
  setFinalAddress: {
    en: 'Set PUBLIC_ORIGIN to the address at which people end.',
    de: 'Setze PUBLIC_ORIGIN auf die Adresse, bei der Leute am Ende ankommen.',
    es: 'Pon en PUBLIC_ORIGIN la dirección a la que la gente llega al final.',
  },
  passEveryPath: {
    en: 'Let the proxy pass every path on to this server, or correct PUBLIC_ORIGIN.',
    de: 'Lass den Proxy jeden Pfad an diesen Server weiterleiten, oder korrigiere PUBLIC_ORIGIN.',
    es: 'Haz que el proxy pase todas las rutas a este servidor, o corrige PUBLIC_ORIGIN.',
  },
}
