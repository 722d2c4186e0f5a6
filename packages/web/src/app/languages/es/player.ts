import type { playerTexts as english } from '../../../features/player/texts.ts'
import type { Translation } from '../translation.ts'

export const playerTexts: Translation<typeof english> = {
  player: {
    play: 'Reproducir',
    stop: 'Parar',
    listening: {
      off: 'No estás escuchando',
      silent: 'Participas sin sonido',
      connecting: 'Conectando el sonido …',
      waiting: 'Todavía no suena nada',
      paused: 'En pausa',
      playing: 'Sonando',
      delayUnknown: 'Precisión desconocida',
      finding: 'Sincronizando …',
      within: 'En sincronía ±\u00a0{{ms}}\u00a0ms',
      catchingUp: 'Poniéndose al día …',
      buffering: 'Cargando …',
      blocked: 'Sonido bloqueado',
      trouble: 'Sin sonido',
    },
    inStep: 'En sincronía',
    sync: {
      idle: 'Sincronizar',
      measuring: 'Sincronizando …',
      done: 'Medido de nuevo',
      failed: 'Sin respuesta',
    },
    volume: {
      group: 'Volumen de este dispositivo',
      level: 'Volumen',
      mute: 'Silenciar',
      percent: '{{percent}}\u00a0%',
      muted: 'Silenciado',
    },
    devices: {
      title: 'Dónde escuchas',
      reload: 'Buscar dispositivos otra vez',
      own: 'Este navegador',
      none: 'Pulsa play una vez. Después este navegador aparece aquí.',
      gone: '«{{name}}» ya no está conectado. La música suena ahora en este navegador.',
    },
    previewFailed: 'Esta muestra no se puede reproducir ahora.',
    listen: 'Toca para oír',
    unlock: 'Toca para activar el sonido',
    connect: 'Conectar',
    here: 'Reproducir aquí',
    accounts: 'Abrir Cuentas',
    slow: 'Aún sin sonido: la canción carga despacio. Empieza sola cuando haya cargado lo suficiente.',
    tooSlow: 'Sin sonido: esta conexión es demasiado lenta para la canción. Acércate al wifi o usa otra red.',
    silentText: 'Conecta tu cuenta de {{provider}} para oír la música.',
    silentBuiltIn: 'Participas sin sonido. Actívalo con un toque.',
    silentGuest: 'La música aún no está lista: {{provider}} no responde. Reintentando …',
    triedAgain: '{{reason}} Reintentando …',
    trouble: {
      'no-device': 'El reproductor no se ha conectado a {{provider}}. Reintentando …',
      unavailable: 'Tu cuenta no puede reproducir esta canción. Se intentará la siguiente.',
      offline: 'No se puede contactar con {{provider}}. Revisa tu conexión.',
      unsupported:
        'Este navegador no puede reproducir {{provider}}. Usa otro navegador o elige otro dispositivo en Opciones.',
      script: 'El reproductor de {{provider}} no se ha cargado. Puede ser por un bloqueador de anuncios.',
      playback: 'El reproductor tiene un problema. Inténtalo de nuevo o recarga la página.',
      broken:
        'El archivo de esta canción está dañado o este navegador no puede reproducirlo. La siguiente canción sonará con normalidad.',
      'no-output':
        'Este dispositivo no tiene salida de sonido. Conecta un altavoz o auriculares y la música continuará.',
      elsewhere: 'Tu cuenta suena en otro sitio.',
    },
  },
}
