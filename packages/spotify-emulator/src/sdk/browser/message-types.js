/** @import { ToDevice } from '../../player/messages.ts' */

/** @type {ReadonlySet<unknown>} */
const messageTypes = new Set([
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
 * Whether this script handles a message. Its shape is not checked, because the provider of this script sent it. A newer
 * provider may send other types.
 * @param {unknown} message
 * @returns {message is ToDevice}
 */
export const isProviderMessage = (message) =>
  typeof message === 'object' && message !== null && 'type' in message && messageTypes.has(message.type)
