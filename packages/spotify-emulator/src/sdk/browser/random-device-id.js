/** Returns a new random id for this device. It has the form of the ids of Spotify. */
export function randomDeviceId() {
  return [...crypto.getRandomValues(new Uint8Array(20))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
