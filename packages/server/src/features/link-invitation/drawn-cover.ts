import { LRUCache } from 'lru-cache'
import { BUILT_IN_PATH } from '../../provider/provider.ts'
import { sharp } from '../../platform/pictures/decoders.ts'

/** The side of a picture in pixels. Messengers show smaller pictures only as a thumbnail. */
const SIDE = 600
const QUALITY = 85
/** The largest accepted drawing. Drawings of the built-in provider have about 4 KB. */
const MAX_DRAWING_BYTES = 256 * 1024
const MAX_PIXELS = 4_000_000
const MAX_SECONDS = 5
/** How long to wait for the provider's answer. */
const TIMEOUT_MS = 1_000
/** The number of cached pictures, which have about 30 KB each. */
const CACHED_PICTURES = 200

export type DrawnCovers = {
  /**
   * Returns a drawn cover (SVG) of the built-in provider as a JPEG, because messengers do not show drawings (J4).
   * @param cover the relative address of the cover
   * @returns null if the cover is no drawing, or if the provider is away
   */
  picture(cover: string): Promise<Buffer | null>
}

/** Creates the renderer of drawn covers. It renders one cover after the other, outside the event loop. */
export function createDrawnCovers(ownOrigin: () => string): DrawnCovers {
  const pictures = new LRUCache<string, Promise<Buffer | null>>({ max: CACHED_PICTURES })
  let queue: Promise<unknown> = Promise.resolve()

  function render(cover: string): Promise<Buffer | null> {
    const made = queue.then(async () => {
      const drawing = await loadDrawing(ownOrigin() + cover)
      return drawing && toJpeg(drawing)
    })
    queue = made.catch(() => undefined)
    return made
  }

  return {
    async picture(cover) {
      if (!cover.startsWith(`${BUILT_IN_PATH}/`)) return null
      const known = pictures.get(cover)
      if (known) return known
      const rendered = render(cover).catch(() => null)
      pictures.set(cover, rendered)
      // The failure may be temporary, so the next call tries again.
      const picture = await rendered
      if (picture === null && pictures.peek(cover) === rendered) pictures.delete(cover)
      return picture
    },
  }
}

async function loadDrawing(address: string): Promise<Buffer | null> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  const { ok, headers } = response
  const isDrawing = ok && /^image\/svg\+xml\b/.test(headers.get('content-type') ?? '')
  if (!isDrawing || Number(headers.get('content-length') ?? 0) > MAX_DRAWING_BYTES) {
    await response.body?.cancel()
    return null
  }
  const drawing = Buffer.from(await response.arrayBuffer())
  return drawing.length > MAX_DRAWING_BYTES ? null : drawing
}

const toJpeg = (drawing: Buffer): Promise<Buffer> =>
  sharp(drawing, { failOn: 'error', limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: MAX_SECONDS })
    .resize(SIDE, SIDE, { fit: 'cover' })
    .jpeg({ quality: QUALITY })
    .toBuffer()
