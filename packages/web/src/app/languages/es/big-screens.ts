import type { bigScreenTexts as english } from '../../../features/session/share/texts.ts'
import type { Translation } from '../translation.ts'

export const bigScreenTexts: Translation<typeof english> = {
  title: 'Pantalla grande',
  text: 'Abre {{address}} en un televisor o proyector y escribe el código que muestra.',
  code: 'Código de la pantalla',
  connect: 'Conectar',
  unknown: 'Ninguna pantalla muestra este código ahora. Vuelve a mirarla.',
  sound: 'Reproducir el sonido allí',
  soundText: 'La pantalla suena en sincronía con todos.',
  here: 'Abrir aquí en una ventana nueva',
  connected: 'La pantalla está conectada.',
  list: 'Pantallas conectadas',
  name: 'Pantalla {{number}}',
  rename: 'Cambiar el nombre de {{name}}',
  on: 'Encendida ahora',
  lastOn: 'Última vez: {{when}}',
  newName: 'Nombre de la pantalla',
  saveName: 'Guardar el nombre',
  silence: 'Silenciar {{name}}',
  unsilence: 'Reproducir el sonido en {{name}}',
  remove: 'Quitar {{name}}',
}
