export const joiningTexts = {
  code: {
    title: 'Mit Code beitreten',
    text: 'Frage jemanden in der Session nach dem Code.',
    label: 'Code der Session',
    hint: 'Sechs Buchstaben und Ziffern, wie ABC 234.',
    open: 'Öffnen',
    another: 'Hast du einen anderen Code?',
  },
  guest: {
    form: 'Als Gast beitreten',
    nickname: 'Dein Spitzname',
    nicknameHint: 'Andere sehen ihn. Du brauchst kein Konto.',
    listen: 'Musik hören',
    names:
      'Otter, Panda, Koala, Fuchs, Luchs, Reiher, Dachs, Delfin, Fink, Lemur, Tiger, Biber, Igel, Uhu, Robbe',
    full: 'In dieser Session ist kein Platz mehr für Gäste. Melde dich an oder erstelle ein Konto, um beizutreten.',
    mark: 'Gast',
    inText: '{{name}} (Gast)',
  },
}
