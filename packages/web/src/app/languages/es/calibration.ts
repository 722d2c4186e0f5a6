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
    late: '¿Tarde? Que suene antes, en\u00a0ms',
    early: '¿Pronto? Que suene después, en\u00a0ms',
    playEarlier: 'Sonar {{ms}} ms antes',
    playLater: 'Sonar {{ms}} ms después',
    keys: 'En el control: flechas 1 ms, con Mayús 5 ms, Re Pág y Av Pág 20 ms.',
    reset: 'Restablecer',
    inexact:
      'El reproductor de {{provider}} no empieza las canciones con precisión de milisegundos: cuenta con unos 0,4 segundos. La corrección se usa cuando empieza una canción. Un cambio durante una canción causa un corte breve.',
    room: {
      title: 'Medir con el micrófono',
      text: 'Un teléfono escucha mientras cada dispositivo emite unos sonidos suaves, diez segundos como mucho. Deja el teléfono donde escuchas: cada metro más cerca de un altavoz cuenta 3\u00a0ms. Nada de lo que oye sale de este dispositivo. Las pantallas grandes no participan.',
      start: 'Escuchar con este dispositivo',
      gather:
        'Estos dispositivos participan. Los demás de la sesión pueden aceptar la pregunta en su pantalla.',
      none: 'Esperando dispositivos …',
      own: 'Este dispositivo',
      state: {
        ready: 'Listo',
        muted: 'En silencio en Jointly',
        stopped: 'No reproduce',
        unsupported: 'No puede emitir sonidos',
      },
      few: 'Al menos dos dispositivos deben estar listos.',
      many: 'Se miden los primeros {{count}} dispositivos.',
      measure: 'Medir ahora',
      again: 'Medir otra vez',
      listening: 'Escuchando … Guarda silencio un momento.',
      calculating: 'Calculando …',
      cancel: 'Dejar de medir',
      done: 'Medido y aplicado',
      result: '{{ms}}\u00a0ms ±\u00a0{{within}}',
      reference: 'suena primero, los demás lo siguen',
      unheard: 'no se oyó con claridad, nada cambió',
      ask: '{{name}} mide cuánto se retrasan los altavoces de la sala. ¿Emitir unos sonidos suaves?',
      somebody: 'Alguien',
      accept: 'Participar',
      applied: 'Medido: este dispositivo se corrige {{ms}}\u00a0ms ±\u00a0{{within}}.',
      undo: 'Deshacer',
      trouble: {
        insecure:
          'El navegador solo da el micrófono a páginas con https. Abre Jointly con su dirección https, o corrige a mano.',
        denied: 'El micrófono no está permitido. Permítelo en los ajustes del navegador para esta página.',
        missing: 'No hay micrófono.',
        failed: 'El micrófono no funcionó. Inténtalo de nuevo.',
        busy: 'Otra persona está midiendo en esta sesión. Inténtalo de nuevo en un momento.',
        limit: 'Se ha medido demasiadas veces. Inténtalo de nuevo en diez minutos.',
        left: 'La medición terminó.',
        lost: 'Se perdió la conexión. Mide otra vez cuando vuelva.',
        noisy:
          'Se oyeron con claridad menos de dos dispositivos. Acércate, sube el volumen y apaga otros sonidos.',
      },
    },
    metronome: {
      start: 'Iniciar el metrónomo',
      stop: 'Parar el metrónomo',
      text: 'El metrónomo hace clic una vez por segundo, en el mismo momento en cada dispositivo. Inícialo en dos dispositivos juntos y corrige el que va tarde hasta oír un solo clic.',
      blocked: 'El navegador bloquea el sonido. Pulsa primero reproducir en la sesión.',
      muted: 'Este dispositivo está en silencio. Sube su volumen en Jointly.',
    },
  },
}
