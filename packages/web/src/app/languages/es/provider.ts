import type { providerTexts as english } from '../../../shared/api/provider-texts.ts'
import type { Translation } from '../translation.ts'

export const providerTexts: Translation<typeof english> = {
  provider: {
    failure: {
      token: 'El servicio de streaming no acepta tu cuenta ahora.',
      'grant-ended': 'Tu cuenta de streaming está desconectada. Conéctala de nuevo en «Cuentas».',
      permission: 'Falta un permiso. Conecta tu cuenta de nuevo en «Cuentas» y permite todo.',
      'not-registered':
        'Tu cuenta aún no está en la lista de este servidor. Pide a quien lo administra que te añada.',
      'operator-premium':
        'El servicio de streaming ha pausado este servidor, porque quien lo administra no tiene Premium ahora.',
      premium: 'Necesitas Premium para oír esto. Aun así puedes seguir y votar.',
      forbidden: 'Tu cuenta no tiene acceso a esto.',
      gone: 'El servicio de streaming ya no tiene esto.',
      full: 'En tu cuenta de streaming ya no cabe más.',
      'bad-request':
        'El servicio de streaming no ha aceptado esto. Si vuelve a pasar, avisa a quien administra este servidor.',
      rate: 'El servicio de streaming está ocupado.',
      quota: 'Este servidor ha llegado a su límite diario en el servicio de streaming.',
      away: 'El servicio de streaming no responde.',
      unclear: 'El servicio de streaming ha dado una respuesta incompleta.',
      'app-refused':
        'El servicio de streaming no acepta este servidor. Quien lo administra debe revisar el id y el secreto del cliente.',
      'sign-in': 'No se ha podido conectar la cuenta. Inténtalo de nuevo.',
    },
    tryAgain: '{{reason}} Inténtalo en un momento.',
    nextTry: '{{reason}} Próximo intento: {{time}}.',
    tryAgainIn: '{{reason}} Inténtalo de nuevo en {{wait}}.',
  },
}
