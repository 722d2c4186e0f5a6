/** @import { ToDevice } from '../../player/messages.ts' */

/** @type {ReadonlySet<unknown>} */
const known = new Set([
  'registered',
  'refused',
  'token-needed',
  'alive',
  'load',
  'window',
  'pause',
  'resume',
  'deactivate',
  'seek',
  'volume',
  'stream',
])

/**
 * The provider that served this script is on the other end, so a message of a known kind has that kind's shape.
 * Others are for a newer script than this page has loaded.
 * @param {unknown} message
 * @returns {message is ToDevice}
 */
export const isProviderMessage = (message) =>
  typeof message === 'object' && message !== null && 'type' in message && known.has(message.type)
