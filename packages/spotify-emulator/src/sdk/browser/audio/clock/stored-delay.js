export const storedDelayKey = 'output-delay'
/** A longer delay in seconds is not plausible. Bluetooth speakers have up to about 0.5. */
const longestDelaySec = 1

/**
 * Returns the delay of the output in seconds that `storeDelay` stored in this browser. Null if there is none.
 * @returns {number | null}
 */
export function readStoredDelay() {
  const delaySec = Number(storage()?.getItem(storedDelayKey) ?? Number.NaN)
  return delaySec > 0 && delaySec <= longestDelaySec ? delaySec : null
}

/** Stores the delay of the output in seconds for the next page of this browser. @param {number} delaySec */
export function storeDelay(delaySec) {
  try {
    storage()?.setItem(storedDelayKey, delaySec.toFixed(4))
  } catch {
    // The storage is full. The next page measures the delay again anyway.
  }
}

/** Returns the storage of the browser. Null if the person has blocked it. */
function storage() {
  try {
    return localStorage ?? null
  } catch {
    return null
  }
}
