import { DevicePlayer } from './player.js'

// All addresses are relative to the address of this script, because the provider can be reached under several host
// names.
const script = document.currentScript
if (!(script instanceof HTMLScriptElement)) throw new Error('Load the player script by a plain <script src>')
// Jointly's server forwards this WebSocket (provider-proxy.ts). At the provider, device-server.ts accepts it.
const dealer = new URL('../dealer', script.src)
dealer.protocol = dealer.protocol === 'https:' ? 'wss:' : 'ws:'

const addresses = {
  dealerUrl: dealer.href,
  silenceUrl: new URL('silence.wav', script.src).href,
  /** @param {string} address */
  resolve: (address) => new URL(address, script.src).href,
}

class Player extends DevicePlayer {
  /** @param {import('./player.js').PlayerOptions} options */
  constructor(options) {
    super(addresses, options)
  }
}

Object.assign(window, { Spotify: { Player } })

setTimeout(() => {
  /** @type {Window & { onSpotifyWebPlaybackSDKReady?: () => void }} */
  const page = window
  if (page.onSpotifyWebPlaybackSDKReady === undefined) {
    throw new Error('onSpotifyWebPlaybackSDKReady is not defined')
  }
  page.onSpotifyWebPlaybackSDKReady()
})
