export const playerTexts = {
  player: {
    title: 'Player',
  },
} as const
