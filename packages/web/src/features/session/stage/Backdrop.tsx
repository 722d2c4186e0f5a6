import { useEffect, useState } from 'react'
import css from './Backdrop.module.css'
import { colourOf } from './cover-colour.ts'

/** Where no colour can be read from the cover. */
const FALLBACK = '#191414'

/**
 * The light behind the session: the blurred cover, or a colour taken from it where the provider does not allow a blur.
 */
export function Backdrop({ cover, mayBlur }: { cover: string | null; mayBlur: boolean }) {
  return (
    <div className={css.backdrop} data-dark={cover === null || undefined} aria-hidden>
      {cover !== null && mayBlur && <img key={cover} className={css.blurred} src={cover} alt="" />}
      {cover !== null && !mayBlur && <CoverColour key={cover} cover={cover} />}
      <span className={css.shade} />
    </div>
  )
}

function CoverColour({ cover }: { cover: string }) {
  const [colour, setColour] = useState(FALLBACK)
  useEffect(() => {
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.onload = () => setColour(colourOf(pixelsOf(image)) ?? FALLBACK)
    image.src = cover
    return () => {
      image.onload = null
    }
  }, [cover])
  return <span className={css.colour} style={{ backgroundColor: colour }} />
}

/** A cover at 16 by 16; empty when its host does not let scripts read it. */
function pixelsOf(image: HTMLImageElement): Uint8ClampedArray {
  const canvas = document.createElement('canvas')
  canvas.width = 16
  canvas.height = 16
  const context = canvas.getContext('2d')
  if (!context) return new Uint8ClampedArray()
  context.drawImage(image, 0, 0, 16, 16)
  try {
    return context.getImageData(0, 0, 16, 16).data
  } catch {
    return new Uint8ClampedArray()
  }
}
