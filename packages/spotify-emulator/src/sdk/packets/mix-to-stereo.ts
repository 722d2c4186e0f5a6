/**
 * The speakers of three to eight channels, in the order of FLAC and of the sound that browsers decode: `L` front left,
 * `R` front right, `C` centre, `F` low frequencies, `l` and `r` left and right at the side or at the back, `b` back
 * centre.
 */
const usualOrder: readonly string[] = ['LRC', 'LRlr', 'LRClr', 'LRCFlr', 'LRCFblr', 'LRCFlrlr']
/** The same in the order of Vorbis and Opus (Vorbis I specification, 4.3.9). */
const vorbisOrder: readonly string[] = ['LCR', 'LRlr', 'LCRlr', 'LCRlrF', 'LCRlrbF', 'LCRlrlrF']

/** The loudness of a speaker in the left and in the right channel, as in Web Audio's rules for 5.1. */
const loudness: Readonly<Record<string, readonly [left: number, right: number]>> = {
  L: [1, 0],
  R: [0, 1],
  C: [Math.SQRT1_2, Math.SQRT1_2],
  F: [0, 0],
  l: [Math.SQRT1_2, 0],
  r: [0, Math.SQRT1_2],
  b: [0.5, 0.5],
}

/**
 * Mixes the channels of surround sound to left and right. An audio graph assumes the same order of channels for every
 * codec, and it mixes only four or six channels: of three, five, seven or eight channels it plays the first two.
 * @returns the same channels if there are one or two, or if their speakers are not known
 */
export function mixToStereo(
  codec: string,
  channels: readonly Float32Array<ArrayBuffer>[],
): readonly Float32Array<ArrayBuffer>[] {
  const orders = codec === 'vorbis' || codec === 'opus' ? vorbisOrder : usualOrder
  const speakers = orders[channels.length - 3]
  if (speakers === undefined) return channels
  const mixed = [0, 1].map(() => new Float32Array(channels[0]?.length ?? 0))
  for (const [index, samples] of channels.entries())
    for (const [side, sum] of mixed.entries()) {
      const gain = loudness[speakers[index] ?? 'F']?.[side] ?? 0
      if (gain > 0)
        for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + gain * (samples[at] ?? 0)
    }
  return mixed
}
