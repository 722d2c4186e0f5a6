import type { Language } from '@jointly/domain'
import type { Localized } from './localized.ts'

export const diskTexts = {
  notYet: (dataDir: string): Localized => ({
    en: `DATA_DIR ${dataDir} does not exist yet: the first start makes it.`,
    de: `DATA_DIR ${dataDir} gibt es noch nicht: Der erste Start legt den Ordner an.`,
    es: `DATA_DIR ${dataDir} aún no existe: el primer arranque crea la carpeta.`,
  }),
  unwritable: (dataDir: string, code: string): Localized => ({
    en: `DATA_DIR ${dataDir} cannot be written (${code}).`,
    de: `In DATA_DIR ${dataDir} kann nicht geschrieben werden (${code}).`,
    es: `No se puede escribir en DATA_DIR ${dataDir} (${code}).`,
  }),
  allowWriting: (dataDir: string): Localized => ({
    en: `Give it to the user of the server: chown -R <user> ${dataDir}`,
    de: `Gib den Ordner dem Benutzer des Servers: chown -R <user> ${dataDir}`,
    es: `Asigna la carpeta al usuario del servidor: chown -R <user> ${dataDir}`,
  }),
  otherOwner: (dataDir: string): Localized => ({
    en: `This check runs as root, but DATA_DIR ${dataDir} belongs to another user. Root can open files that this user cannot open.`,
    de: `Diese Prüfung läuft als root, aber DATA_DIR ${dataDir} gehört einem anderen Benutzer. root kann Dateien öffnen, die dieser Benutzer nicht öffnen kann.`,
    es: `Esta comprobación se ejecuta como root, pero DATA_DIR ${dataDir} pertenece a otro usuario. root puede abrir archivos que ese usuario no puede abrir.`,
  }),
  runAsOwner: {
    en: 'If the server runs as that user, run this check as that user.',
    de: 'Wenn der Server als dieser Benutzer läuft, führe diese Prüfung als dieser Benutzer aus.',
    es: 'Si el servidor se ejecuta como ese usuario, ejecuta esta comprobación como ese usuario.',
  },
  enough: (amount: number, unit: string): Localized => ({
    en: `DATA_DIR has ${size(amount, unit, 'en')} of free space.`,
    de: `In DATA_DIR sind ${size(amount, unit, 'de')} frei.`,
    es: `En DATA_DIR hay ${size(amount, unit, 'es')} libres.`,
  }),
  low: (amount: number, unit: string): Localized => ({
    en: `DATA_DIR has only ${size(amount, unit, 'en')} of free space.`,
    de: `In DATA_DIR sind nur noch ${size(amount, unit, 'de')} frei.`,
    es: `En DATA_DIR solo quedan ${size(amount, unit, 'es')} libres.`,
  }),
  makeRoom: {
    en: 'Make room before it is full: a full disk refuses votes.',
    de: 'Schaffe Platz, bevor die Festplatte voll ist: Dann werden Stimmen abgelehnt.',
    es: 'Libera espacio antes de que se llene: con el disco lleno se rechazan los votos.',
  },
  full: (amount: number, unit: string): Localized => ({
    en: `DATA_DIR has only ${size(amount, unit, 'en')} of free space: votes are refused once the disk is full.`,
    de: `In DATA_DIR sind nur noch ${size(amount, unit, 'de')} frei: Sobald die Festplatte voll ist, werden Stimmen abgelehnt.`,
    es: `En DATA_DIR solo quedan ${size(amount, unit, 'es')} libres: con el disco lleno se rechazan los votos.`,
  }),
  moveDisk: {
    en: 'Make room, or move DATA_DIR to a larger disk while the server is stopped.',
    de: 'Schaffe Platz, oder halte den Server an und verschiebe DATA_DIR auf eine größere Festplatte.',
    es: 'Libera espacio, o detén el servidor y mueve DATA_DIR a un disco más grande.',
  },
  unusableFile: (file: string, code: string): Localized => ({
    en: `${file} cannot be read and written (${code}).`,
    de: `${file} kann nicht gelesen und geschrieben werden (${code}).`,
    es: `No se puede leer y escribir ${file} (${code}).`,
  }),
  publicFile: (file: string): Localized => ({
    en: `${file} can be read by other users of this machine.`,
    de: `${file} kann von anderen Benutzern dieses Rechners gelesen werden.`,
    es: `Otros usuarios de este equipo pueden leer ${file}.`,
  }),
  makePrivate: (file: string): Localized => ({
    en: `Take it from them: chmod 600 ${file}`,
    de: `Nimm ihnen das Recht: chmod 600 ${file}`,
    es: `Quítales el permiso: chmod 600 ${file}`,
  }),
}

const size = (amount: number, unit: string, language: Language): string =>
  `${amount.toLocaleString(language)} ${unit}`
