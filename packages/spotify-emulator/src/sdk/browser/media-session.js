/** @import { DeviceTrack } from '../../player/device-messages.ts' */

/**
 * Lets the media keys and the lock screen control the player (the `enableMediaSession` option).
 * @param {{ resume(): void, pause(): void, nextTrack(): void, previousTrack(): void, seek(ms: number): void }} player
 */
export function connectMediaSession(player) {
  const session = navigator.mediaSession
  session.setActionHandler('play', () => player.resume())
  session.setActionHandler('pause', () => player.pause())
  session.setActionHandler('nexttrack', () => player.nextTrack())
  session.setActionHandler('previoustrack', () => player.previousTrack())
  session.setActionHandler('seekto', ({ seekTime }) => {
    if (seekTime !== undefined && seekTime !== null) player.seek(seekTime * 1000)
  })
}

/** Shows a song in the media controls of the system. @param {DeviceTrack} track @param {boolean} paused */
export function showInMediaSession(track, paused) {
  navigator.mediaSession.metadata = new MediaMetadata({
    title: track.name,
    artist: track.artists.map(({ name }) => name).join(', '),
    album: track.album.name,
    artwork: track.album.images.map(({ url, width, height }) => ({ src: url, sizes: `${width}x${height}` })),
  })
  navigator.mediaSession.playbackState = paused ? 'paused' : 'playing'
}
