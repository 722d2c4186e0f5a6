/** A device of the browser: the part of `MediaDeviceInfo` that names an output. */
export type OutputDevice = { readonly kind: string; readonly deviceId: string; readonly label: string }

const LONGEST_NAME = 100

/**
 * Returns the name of the system's output, such as the one of a Bluetooth speaker. Empty if the browser does not say
 * it: most browsers name outputs only to pages that may use the microphone.
 */
export function outputNameOf(devices: readonly OutputDevice[]): string {
  const outputs = devices.filter(({ kind }) => kind === 'audiooutput')
  const system = outputs.find(({ deviceId }) => deviceId === 'default') ?? outputs[0]
  if (!system) return ''
  // Chromium writes a word for "default" in its own language before the name of the device.
  const device = outputs.find(
    ({ deviceId, label }) => deviceId !== 'default' && label !== '' && system.label.endsWith(label),
  )
  return (device ?? system).label.slice(0, LONGEST_NAME)
}

/**
 * Calls back with the name of the system's output, now and after each change of the devices.
 * @returns ends the calls
 */
export function watchOutput(onName: (name: string) => void): () => void {
  // Browsers have no list of devices without a secure context.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices?.enumerateDevices === undefined) return () => undefined
  const read = (): void =>
    void devices.enumerateDevices().then(
      (list) => onName(outputNameOf(list)),
      () => undefined,
    )
  devices.addEventListener('devicechange', read)
  read()
  return () => devices.removeEventListener('devicechange', read)
}
