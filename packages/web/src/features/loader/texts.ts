export const loaderTexts = {
  loader: {
    title: 'Setting the stage',
    label: 'Loading your sessions, playlists, friends and accounts',
  },
} as const
