import type { stageTexts as english } from '../../../features/stage/texts.ts'
import type { Translation } from '../translation.ts'

export const stageTexts: Translation<typeof english> = {
  stage: {
    code: 'Tu código',
    ask: 'Muestra una sesión en esta pantalla',
    steps:
      'Para el anfitrión o un gestor: abre la sesión en tu móvil, toca arriba el icono de compartir y escribe este código debajo de «Pantalla grande».',
    getting: 'Obteniendo un código …',
    away: 'El servidor no responde. Esta pantalla lo sigue intentando por sí misma.',
    ended: 'Esta pantalla vuelve a estar libre',
    endedText: 'Se ha quitado de la sesión, o la sesión ha terminado.',
    opening: 'Abriendo la sesión …',
    lost: 'Conectando de nuevo …',
    upNext: 'A continuación',
    noVotes: 'Vota por la próxima canción',
    nothing: 'Todavía no suena nada',
    nothingText: 'Pulsa play en tu móvil y todos lo oirán.',
    votedBy: 'Elegida por votos, primero por {{name}}',
    voted: 'Elegida por votos',
    randomFor: 'De las listas de {{name}}',
    fallback: 'De la lista de reserva',
    random: 'De las listas de todos',
    join: 'Únete',
    joinText: 'Escanea o escribe el código en {{host}}',
    qr: 'Código QR para unirse',
    here_one: '{{count}} persona aquí',
    here_other: '{{count}} personas aquí',
    noSleepLock: 'Puede que esta pantalla se apague. Configúrala para que siga encendida.',
    blocked: 'Aún sin sonido: pulsa una tecla o haz clic una vez',
    soundTrouble: 'El sonido volverá solo',
    progress: 'Posición en la canción',
    paused: 'En pausa',
  },
}
