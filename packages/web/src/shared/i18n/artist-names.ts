import type { Song } from '@jointly/contract'

export const artistNames = ({ artists }: Pick<Song, 'artists'>): string =>
  artists.map(({ name }) => name).join(', ')
