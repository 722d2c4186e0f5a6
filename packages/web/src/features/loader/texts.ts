export const loaderTexts = {
  loader: {
    title: 'Getting ready',
    label: 'Loading your sessions, playlists, friends and accounts',
  },
} as const
