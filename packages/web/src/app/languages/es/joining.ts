export const joiningTexts = {
  code: {
    title: 'Unirse con un código',
    text: 'Pide el código a alguien de la sesión.',
    label: 'Código de la sesión',
    hint: 'Seis letras y cifras, como ABC 234.',
    open: 'Abrir',
    another: '¿Tienes otro código?',
  },
  guest: {
    form: 'Entrar como invitado',
    nickname: 'Tu apodo',
    nicknameHint: 'Los demás lo ven. No necesitas cuenta.',
    listen: 'Escuchar',
    names:
      'Nutria, Panda, Koala, Zorro, Lince, Garza, Delfín, Pinzón, Lémur, Tigre, Castor, Erizo, Búho, Foca',
    full: 'En esta sesión ya no caben más invitados. Entra con tu cuenta o crea una para unirte.',
    mark: 'Sin cuenta',
    inText: '{{name}} (sin cuenta)',
  },
}
