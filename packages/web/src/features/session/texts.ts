export const sessionTexts = {
  session: {
    title: 'Session',
  },
} as const
