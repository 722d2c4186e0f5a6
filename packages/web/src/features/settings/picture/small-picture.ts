import { PICTURE_MAX_BYTES } from '@jointly/contract'

/** The side of a picture that was made smaller, in pixels. The server stores 256 pixels (U4). */
const SIDE = 1024

/**
 * Makes a picture small enough to be sent, because photos of a phone are often too large (U4): it takes the middle of
 * the picture. A picture that is small enough stays as it is.
 * @returns null if the browser cannot read the picture
 */
export async function smallPicture(file: File): Promise<Blob | null> {
  if (file.size <= PICTURE_MAX_BYTES) return file
  const photo = await createImageBitmap(file).catch(() => null)
  if (!photo) return null
  const canvas = document.createElement('canvas')
  const square = Math.min(photo.width, photo.height)
  const side = Math.min(square, SIDE)
  canvas.width = side
  canvas.height = side
  const left = (photo.width - square) / 2
  const top = (photo.height - square) / 2
  canvas.getContext('2d')?.drawImage(photo, left, top, square, square, 0, 0, side, side)
  photo.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
}
