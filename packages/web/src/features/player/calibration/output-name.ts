/** The part of `MediaDeviceInfo` that names an output. */
export type OutputDevice = { readonly kind: string; readonly deviceId: string; readonly label: string }

const LONGEST_NAME = 100

/**
 * Returns the name of the output that the system uses now, for example of a Bluetooth speaker. Empty if the browser
 * does not name it. Most browsers name outputs only on pages that may use the microphone.
 */
export function outputNameOf(devices: readonly OutputDevice[]): string {
  const outputs = devices.filter(({ kind }) => kind === 'audiooutput')
  const system = outputs.find(({ deviceId }) => deviceId === 'default') ?? outputs[0]
  if (!system) return ''
  // Chromium puts a word such as "Default" before the name of the default output, in the language of the browser. The
  // device's own entry has only the name.
  const device = outputs.find(
    ({ deviceId, label }) => deviceId !== 'default' && label !== '' && system.label.endsWith(label),
  )
  return (device ?? system).label.slice(0, LONGEST_NAME)
}

/**
 * Reads the name of the current output now and after each change of the system's devices. @param onName gets each
 * name that was read
 * @returns a function that ends the calls
 */
export function watchOutput(onName: (name: string) => void): () => void {
  // On a page without a secure context, browsers have no list of devices.
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
