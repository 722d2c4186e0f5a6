import type { Localized } from './localized.ts'

export const databaseTexts = {
  notYet: {
    en: 'There is no database yet: the first start makes it.',
    de: 'Es gibt noch keine Datenbank: Der erste Start legt sie an.',
    es: 'Aún no hay base de datos: el primer arranque la crea.',
  },
  sqliteGood: {
    en: 'SQLite can be read and is not damaged.',
    de: 'SQLite ist lesbar und nicht beschädigt.',
    es: 'SQLite se puede leer y no está dañado.',
  },
  sqliteDamaged: (reason: string): Localized => ({
    en: `SQLite says that the database is damaged: ${reason}`,
    de: `SQLite meldet, dass die Datenbank beschädigt ist: ${reason}`,
    es: `SQLite dice que la base de datos está dañada: ${reason}`,
  }),
  restore: {
    en: 'Stop the server and bring back the last copy of DATA_DIR.',
    de: 'Halte den Server an und stelle die letzte Kopie von DATA_DIR wieder her.',
    es: 'Detén el servidor y recupera la última copia de DATA_DIR.',
  },
  sqliteUnreadable: (reason: string): Localized => ({
    en: `The database in DATA_DIR cannot be read: ${reason}`,
    de: `Die Datenbank in DATA_DIR kann nicht gelesen werden: ${reason}`,
    es: `No se puede leer la base de datos en DATA_DIR: ${reason}`,
  }),
  checkFiles: (dataDir: string): Localized => ({
    en: `Check the files in ${dataDir}, or bring back the last copy of it.`,
    de: `Prüfe die Dateien in ${dataDir}, oder stelle die letzte Kopie davon wieder her.`,
    es: `Comprueba los archivos de ${dataDir}, o recupera su última copia.`,
  }),
  postgresGood: (version: number): Localized => ({
    en: `PostgreSQL ${version} answers and accepts writes.`,
    de: `PostgreSQL ${version} antwortet und lässt sich beschreiben.`,
    es: `PostgreSQL ${version} responde y acepta escrituras.`,
  }),
  postgresOld: (version: number): Localized => ({
    en: `PostgreSQL ${version} is too old.`,
    de: `PostgreSQL ${version} ist zu alt.`,
    es: `PostgreSQL ${version} es demasiado antiguo.`,
  }),
  upgrade: (oldest: number): Localized => ({
    en: `Upgrade it to version ${oldest} or later.`,
    de: `Aktualisiere auf Version ${oldest} oder neuer.`,
    es: `Actualízalo a la versión ${oldest} o posterior.`,
  }),
  readOnly: {
    en: 'This PostgreSQL only reads: it is a standby, or set to read only.',
    de: 'Dieses PostgreSQL lässt sich nur lesen: Es ist ein Standby oder auf Nur-Lesen gestellt.',
    es: 'Este PostgreSQL es de solo lectura: es un standby o está configurado así.',
  },
  usePrimary: {
    en: 'Point DATABASE_URL to the primary.',
    de: 'Trage in DATABASE_URL den Primärserver ein.',
    es: 'Pon en DATABASE_URL el servidor primario.',
  },
  notDurable: {
    en: 'PostgreSQL answers before a vote is on the disk: a power cut loses votes.',
    de: 'PostgreSQL antwortet, bevor eine Stimme auf der Festplatte ist: Ein Stromausfall kostet Stimmen.',
    es: 'PostgreSQL responde antes de que un voto esté en el disco: un corte de luz pierde votos.',
  },
  makeDurable: {
    en: 'Set fsync = on and synchronous_commit = on.',
    de: 'Setze fsync = on und synchronous_commit = on.',
    es: 'Configura fsync = on y synchronous_commit = on.',
  },
  fewConnections: (most: number, needed: number): Localized => ({
    en: `PostgreSQL accepts ${most} connections, and each server uses up to ${needed}.`,
    de: `PostgreSQL nimmt ${most} Verbindungen an, und jeder Server benutzt bis zu ${needed}.`,
    es: `PostgreSQL admite ${most} conexiones, y cada servidor usa hasta ${needed}.`,
  }),
  raiseConnections: {
    en: 'Raise max_connections.',
    de: 'Erhöhe max_connections.',
    es: 'Aumenta max_connections.',
  },
  postgresUnusable: (reason: string): Localized => ({
    en: `PostgreSQL cannot be used: ${reason}`,
    de: `PostgreSQL ist nicht benutzbar: ${reason}`,
    es: `No se puede usar PostgreSQL: ${reason}`,
  }),
  correctPassword: {
    en: 'Correct the password in DATABASE_URL.',
    de: 'Korrigiere das Passwort in DATABASE_URL.',
    es: 'Corrige la contraseña en DATABASE_URL.',
  },
  correctUser: {
    en: 'Correct the user in DATABASE_URL, or allow it in pg_hba.conf.',
    de: 'Korrigiere den Benutzer in DATABASE_URL, oder erlaube ihn in pg_hba.conf.',
    es: 'Corrige el usuario en DATABASE_URL, o permítelo en pg_hba.conf.',
  },
  create: {
    en: 'Create the database: createdb --owner jointly jointly',
    de: 'Lege die Datenbank an: createdb --owner jointly jointly',
    es: 'Crea la base de datos: createdb --owner jointly jointly',
  },
  freeConnections: {
    en: 'PostgreSQL has no connection left: raise max_connections, or stop what holds them.',
    de: 'PostgreSQL hat keine Verbindung mehr frei: Erhöhe max_connections, oder beende, was sie belegt.',
    es: 'A PostgreSQL no le quedan conexiones: aumenta max_connections, o detén lo que las ocupa.',
  },
  wait: {
    en: 'PostgreSQL is starting or stopping: wait and try again.',
    de: 'PostgreSQL startet oder endet gerade: Warte und versuche es noch einmal.',
    es: 'PostgreSQL está arrancando o parando: espera y vuelve a intentarlo.',
  },
  start: {
    en: 'Start PostgreSQL, or correct host and port in DATABASE_URL.',
    de: 'Starte PostgreSQL, oder korrigiere Host und Port in DATABASE_URL.',
    es: 'Arranca PostgreSQL, o corrige el host y el puerto en DATABASE_URL.',
  },
  correctHost: {
    en: 'Correct the host name in DATABASE_URL.',
    de: 'Korrigiere den Hostnamen in DATABASE_URL.',
    es: 'Corrige el nombre del host en DATABASE_URL.',
  },
  seeLog: {
    en: 'Check DATABASE_URL and the log of PostgreSQL.',
    de: 'Prüfe DATABASE_URL und das Log von PostgreSQL.',
    es: 'Comprueba DATABASE_URL y el registro de PostgreSQL.',
  },
}
