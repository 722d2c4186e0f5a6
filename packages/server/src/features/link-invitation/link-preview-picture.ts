import { BUILT_IN_PATH } from '../../provider/provider.ts'

/** The picture of a preview whose song has no cover. It is a PNG, because messengers do not show SVG. */
export const APP_ICON = '/icon-512.png'

/** How long to wait until the provider answers which type the picture has, in milliseconds. */
const TIMEOUT_MS = 1_000

/**
 * Returns the address of the picture in the preview of a session (J4). The picture is the cover if messengers can show
 * it, `drawnCover` if the cover is a drawing (SVG), and otherwise the icon of the app. A cover with a relative address
 * is a drawing or a picture of the operator's files. The function requests its type from the provider.
 * @param cover the cover of the song that plays; null if there is none
 * @param drawnCover the address at which this server shows a drawing as a JPEG
 * @param ownOrigin the origin at which this server can call itself
 */
export async function previewPicture(
  cover: string | null,
  drawnCover: string,
  ownOrigin: string,
): Promise<string> {
  if (cover?.startsWith('https://')) return cover
  if (!cover?.startsWith(`${BUILT_IN_PATH}/`)) return APP_ICON
  const type = await contentType(ownOrigin + cover)
  if (/^image\/(png|jpeg)\b/.test(type)) return cover
  return /^image\/svg\+xml\b/.test(type) ? drawnCover : APP_ICON
}

/** Returns the media type of a picture, or an empty string if the provider does not return one. */
async function contentType(address: string): Promise<string> {
  try {
    const { ok, headers } = await fetch(address, {
      method: 'HEAD',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return ok ? (headers.get('content-type') ?? '') : ''
  } catch {
    // The provider is away. The preview works without the cover.
    return ''
  }
}
