import type { historyTexts as english } from '../../../shared/history/texts.ts'
import type { Translation } from '../translation.ts'

export const historyTexts: Translation<typeof english> = {
  history: {
    open: 'Guardar lo que sonó',
    songs_one: '{{count}} canción',
    songs_other: '{{count}} canciones',
    nothing: 'No ha sonado nada mientras estabas en la sesión.',
    playlist: 'Como lista en {{provider}}',
    name: 'Nombre de la lista',
    description: 'Lo que sonó en Jointly, {{period}}.',
    save: 'Guardar la lista',
    continue: 'Guardar el resto',
    progress_one: '{{saved}} de {{count}} canción guardada',
    progress_other: '{{saved}} de {{count}} canciones guardadas',
    saved_one: '{{count}} canción está en tu lista privada «{{name}}».',
    saved_other: '{{count}} canciones están en tu lista privada «{{name}}».',
    skipped_one: '{{count}} canción queda fuera, porque {{provider}} no la tiene.',
    skipped_other: '{{count}} canciones quedan fuera, porque {{provider}} no las tiene.',
    partly: 'Lo guardado se conserva. Pulsa «Guardar el resto» para seguir con la misma lista.',
    makeRoom: 'Borra una lista en {{provider}} e inténtalo de nuevo.',
    makeRoomBuiltIn:
      'Desconecta la cuenta en «Cuentas» y vuelve a conectarla. Así se borran todas las listas que guardaste con ella.',
    show: 'Abrir en {{provider}}',
    none: '{{provider}} no tiene ninguna de estas canciones, así que no hay nada que guardar en una lista.',
    noAccount: 'Conecta una cuenta de streaming para guardar una lista.',
    accounts: 'Ir a tus cuentas',
    files: 'Como archivo',
    m3u: 'Lista M3U',
    csv: 'Tabla CSV',
  },
}
