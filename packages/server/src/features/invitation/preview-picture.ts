import { BUILT_IN_PATH } from '../../provider/provider.ts'

/** The picture of a preview without a cover. It is a PNG, because messengers do not show SVG. */
export const APP_ICON = '/icon-512.png'

/** The time for the provider to say what a picture is. */
const TIMEOUT_MS = 1_000

/**
 * The address of the picture in the preview of a session (J4): the cover if messengers can show it, otherwise the icon of
 * the app. A cover of the built-in provider is a relative address. It may be a drawing (SVG) or a picture of the
 * operator's files, so the provider is asked.
 *
 * @param cover of the song that plays; null if there is none
 * @param ownOrigin where this server reaches itself
 */
export async function previewPicture(cover: string | null, ownOrigin: string): Promise<string> {
  if (cover?.startsWith('https://')) return cover
  if (!cover?.startsWith(`${BUILT_IN_PATH}/`)) return APP_ICON
  return (await isBitmap(ownOrigin + cover)) ? cover : APP_ICON
}

async function isBitmap(address: string): Promise<boolean> {
  try {
    const { ok, headers } = await fetch(address, {
      method: 'HEAD',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return ok && /^image\/(png|jpeg)\b/.test(headers.get('content-type') ?? '')
  } catch {
    // The provider is away. The preview works without the cover.
    return false
  }
}
