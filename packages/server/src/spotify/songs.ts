import type { Song } from '@jointly/contract'
import * as z from 'zod/mini'
import { type WireItem, WireTrack } from './wire.ts'

/** Wide enough for the player head, small enough for lists. */
const COVER_WIDTH_PX = 300

/**
 * The song of a track.
 *
 * @param withLink whether songs carry the address of their page at the provider, where its terms ask for that
 */
export function songOf(track: WireTrack, withLink: boolean): Song {
  return {
    id: track.id,
    title: track.name,
    artists: track.artists.map(({ id, name }) => ({ id: id ?? null, name })),
    cover: coverOf(track.album?.images),
    duration: Math.round(track.duration_ms),
    sources: [{ service: 'spotify', src: track.uri }],
    link: withLink ? (track.external_urls?.spotify ?? null) : null,
    explicit: track.explicit ?? false,
  }
}

/** The track of a playlist's entry; null for what is no playable song: gone, local, an episode, not available. */
export function trackOf(entry: z.infer<typeof WireItem> | null): WireTrack | null {
  if (!entry || entry.is_local) return null
  const track = WireTrack.safeParse(entry.item ?? entry.track)
  return track.success && isPlayable(track.data) ? track.data : null
}

export function isPlayable(track: WireTrack): boolean {
  return !track.is_local && track.is_playable !== false && (track.type ?? 'track') === 'track'
}

/** The picture whose width is nearest to the one wanted. */
export function coverOf(
  images: readonly { url: string; width?: number | null | undefined }[] | null | undefined,
) {
  const distance = ({ width }: { width?: number | null | undefined }) =>
    Math.abs((width ?? COVER_WIDTH_PX) - COVER_WIDTH_PX)
  return images?.toSorted((a, b) => distance(a) - distance(b))[0]?.url ?? null
}
