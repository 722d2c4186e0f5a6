import type { Localized } from './localized.ts'

export const settingsTexts = {
  good: {
    en: 'The settings fit together.',
    de: 'Die Einstellungen passen zusammen.',
    es: 'Los ajustes son coherentes.',
  },
  originMissing: (host: string): Localized => ({
    en: `HOST is ${host}, so others reach this server, but PUBLIC_ORIGIN is not set: posters and links have the address that each person happens to use.`,
    de: `HOST ist ${host}, also erreichen andere diesen Server, aber PUBLIC_ORIGIN ist nicht gesetzt: Poster und Links enthalten die Adresse, die eine Person gerade benutzt.`,
    es: `HOST es ${host}, así que otros acceden a este servidor, pero PUBLIC_ORIGIN no está definido: los pósteres y enlaces llevan la dirección que cada persona usa en ese momento.`,
  }),
  setOrigin: {
    en: 'Set PUBLIC_ORIGIN to the address people open.',
    de: 'Setze PUBLIC_ORIGIN auf die Adresse, die Leute öffnen.',
    es: 'Pon en PUBLIC_ORIGIN la dirección que abre la gente.',
  },
  originUnencrypted: {
    en: 'PUBLIC_ORIGIN is a plain http address: passwords travel unencrypted, and browsers do not install the app.',
    de: 'PUBLIC_ORIGIN ist eine einfache http-Adresse: Passwörter werden unverschlüsselt übertragen, und Browser installieren die App nicht.',
    es: 'PUBLIC_ORIGIN es una dirección http simple: las contraseñas viajan sin cifrar y los navegadores no instalan la app.',
  },
  useCertificate: {
    en: 'Put a proxy with a certificate in front (docs/operating.md), and set PUBLIC_ORIGIN to its https address.',
    de: 'Schalte einen Proxy mit Zertifikat davor (docs/operating.md) und setze PUBLIC_ORIGIN auf seine https-Adresse.',
    es: 'Pon delante un proxy con certificado (docs/operating.md) y escribe su dirección https en PUBLIC_ORIGIN.',
  },
  metricsTokenMissing: {
    en: 'METRICS_TOKEN is not set, so nobody can read /api/metrics.',
    de: 'METRICS_TOKEN ist nicht gesetzt, deshalb kann niemand /api/metrics lesen.',
    es: 'METRICS_TOKEN no está definido, así que nadie puede leer /api/metrics.',
  },
  setMetricsToken: {
    en: 'Set METRICS_TOKEN to a secret of 16 characters or more, for example from: openssl rand -hex 24',
    de: 'Setze METRICS_TOKEN auf ein Geheimnis aus mindestens 16 Zeichen, zum Beispiel von: openssl rand -hex 24',
    es: 'Pon en METRICS_TOKEN un secreto de 16 caracteres o más, por ejemplo de: openssl rand -hex 24',
  },
  registrationOpen: {
    en: 'REGISTRATION is open, so anyone who finds this server can create an account.',
    de: 'REGISTRATION ist open, also kann jede Person, die diesen Server findet, ein Konto erstellen.',
    es: 'REGISTRATION es open, así que quien encuentre este servidor puede crear una cuenta.',
  },
  useTickets: {
    en: 'If you do not want that, set REGISTRATION=ticket and give out tickets.',
    de: 'Wenn du das nicht willst, setze REGISTRATION=ticket und verteile Tickets.',
    es: 'Si no es lo que quieres, pon REGISTRATION=ticket y reparte pases.',
  },
  musicDirIsFile: (musicDir: string): Localized => ({
    en: `MUSIC_DIR ${musicDir} is a file.`,
    de: `MUSIC_DIR ${musicDir} ist eine Datei.`,
    es: `MUSIC_DIR ${musicDir} es un archivo.`,
  }),
  setMusicDir: {
    en: 'Set MUSIC_DIR to the folder that holds your music.',
    de: 'Setze MUSIC_DIR auf den Ordner mit deiner Musik.',
    es: 'Pon en MUSIC_DIR la carpeta con tu música.',
  },
  musicDirUnreadable: (musicDir: string, code: string): Localized => ({
    en: `MUSIC_DIR ${musicDir} cannot be read (${code}).`,
    de: `MUSIC_DIR ${musicDir} kann nicht gelesen werden (${code}).`,
    es: `MUSIC_DIR ${musicDir} no se puede leer (${code}).`,
  }),
  allowMusicDir: {
    en: 'Check that the folder exists and that the user of the server may read it.',
    de: 'Prüfe, ob der Ordner existiert und der Benutzer des Servers ihn lesen darf.',
    es: 'Comprueba que la carpeta existe y que el usuario del servidor puede leerla.',
  },
}
