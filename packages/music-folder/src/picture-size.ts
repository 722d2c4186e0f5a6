export type PictureSize = { readonly width: number; readonly height: number }

/**
 * Reads width and height in pixels from the header of a JPEG, PNG, GIF or WebP picture, in linear time. Returns
 * undefined for other or damaged data.
 */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const textAt = (at: number, length: number): string =>
    String.fromCharCode(...bytes.subarray(at, at + length))
  try {
    if (textAt(1, 3) === 'PNG') return { width: view.getUint32(16), height: view.getUint32(20) }
    if (textAt(0, 4) === 'GIF8') return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    if (textAt(0, 4) === 'RIFF' && textAt(8, 4) === 'WEBP') return webpSize(view, textAt(12, 4))
    return view.getUint16(0) === 0xffd8 ? jpegSize(view) : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function webpSize(view: DataView, form: string): PictureSize | undefined {
  switch (form) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X': {
      const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
      return { width: uint24(24) + 1, height: uint24(27) + 1 }
    }
    default:
      return undefined
  }
}

/** Reads the segments of a JPEG up to the start-of-frame segment, which contains the size. */
function jpegSize(view: DataView): PictureSize | undefined {
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (startsFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
