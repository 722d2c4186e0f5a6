import type { calibrationTexts as english } from '../../../features/player/calibration/texts.ts'
import type { Translation } from '../translation.ts'

/** Spanish texts of the calibration. */
export const calibrationTexts: Translation<typeof english> = {
  calibration: {
    open: 'Mi altavoz suena tarde',
    title: 'Mi altavoz suena tarde',
    text: 'Un altavoz Bluetooth suena más tarde de lo que sabe tu navegador. Corrígelo aquí, para este dispositivo.',
    output: 'Salida: {{name}}',
    used: 'corregido por ti',
    ms: '{{ms}}\u00a0ms',
    slider: 'Corrección de este dispositivo',
    earlier: 'Este dispositivo suena {{ms}}\u00a0ms antes.',
    later: 'Este dispositivo suena {{ms}}\u00a0ms después.',
    none: 'No se corrige nada.',
    late: 'El sonido llega tarde',
    early: 'El sonido llega pronto',
    playEarlier: 'Sonar {{ms}} ms antes',
    playLater: 'Sonar {{ms}} ms después',
    keys: 'En el control: flechas 1 ms, con Mayús 5 ms, Re Pág y Av Pág 20 ms.',
    reset: 'Restablecer',
    inexact:
      'El reproductor de {{provider}} no empieza las canciones con precisión de milisegundos: cuenta con unos 0,4 segundos. La corrección se usa cuando empieza una canción. Un cambio durante una canción causa un corte breve.',
    metronome: {
      start: 'Iniciar el metrónomo',
      stop: 'Parar el metrónomo',
      text: 'Hace clic una vez por segundo, en el mismo momento en cada dispositivo. Inícialo en dos dispositivos juntos y corrige el que va tarde hasta oír un solo clic.',
      blocked: 'El navegador bloquea el sonido. Pulsa primero reproducir en la sesión.',
      muted: 'Este dispositivo está en silencio. Sube su volumen en Jointly.',
    },
  },
}
