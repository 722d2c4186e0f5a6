const noteSec = 0.06

/**
 * Creates notes of random pitch every 60 ms, so that a short sound identifies the position in the song. The same
 * seed gives the same notes at every sample rate.
 */
export function noteSound(seed: number, seconds: number, rate: number): Float32Array {
  const samples = new Float32Array(seconds * rate)
  let state = seed
  const chance = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  for (let note = 0; note * noteSec < seconds; note += 1) {
    const turn = 2 * Math.PI * 200 * 2 ** (chance() * 4)
    const loud = 0.1 + 0.2 * chance()
    const begin = Math.ceil(note * noteSec * rate)
    const end = Math.min(samples.length, begin + Math.round(rate * 0.25))
    for (let at = begin; at < end; at += 1) {
      const sec = at / rate - note * noteSec
      samples[at] =
        (samples[at] ?? 0) + loud * Math.min(1, sec * 500) * Math.exp(-sec * 18) * Math.sin(turn * sec)
    }
  }
  return samples
}
