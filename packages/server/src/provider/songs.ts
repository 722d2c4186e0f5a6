import type { Song } from '@jointly/contract'
import { Image, readEach, WireArtist, WireItem, WireTrack } from './wire.ts'

/** Wide enough for the player head, small enough for lists. */
const COVER_WIDTH_PX = 300

/**
 * The song of a track.
 *
 * @param linkProtocols of an address of the song's page at the provider that may be shown, such as `https:`; none where
 *   its terms ask for no link
 */
export function songOf(track: WireTrack, linkProtocols: readonly string[]): Song {
  return {
    id: track.id,
    title: track.name,
    artists: readEach(WireArtist, track.artists ?? []).map(({ id, name }) => ({ id: id ?? null, name })),
    cover: coverOf(track.album?.images),
    duration: Math.round(track.duration_ms),
    sources: [{ service: 'spotify', src: track.uri }],
    link: linkOf(track.external_urls?.spotify, linkProtocols),
    explicit: track.explicit ?? false,
  }
}

/** An address that is safe to open; null for any other, such as one that runs a script (L11). */
function linkOf(address: string | null | undefined, protocols: readonly string[]): string | null {
  const isSafe = address && URL.canParse(address) && protocols.includes(new URL(address).protocol)
  return isSafe ? address : null
}

/** The playable tracks of a playlist's entries; what is gone, local, an episode or not available is left out (L11). */
export function tracksOf(entries: readonly unknown[]): WireTrack[] {
  const songs = readEach(WireItem, entries).filter(({ is_local }) => !is_local)
  return readEach(
    WireTrack,
    songs.map(({ item, track }) => item ?? track),
  ).filter(isPlayable)
}

export function isPlayable(track: WireTrack): boolean {
  return !track.is_local && track.is_playable !== false && (track.type ?? 'track') === 'track'
}

/** The picture whose width is nearest to the one wanted. */
export function coverOf(images: readonly unknown[] | null | undefined): string | null {
  const distance = ({ width }: { width?: number | null | undefined }) =>
    Math.abs((width ?? COVER_WIDTH_PX) - COVER_WIDTH_PX)
  return readEach(Image, images ?? []).toSorted((a, b) => distance(a) - distance(b))[0]?.url ?? null
}
