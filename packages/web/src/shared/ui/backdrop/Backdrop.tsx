import { useEffect, useRef, useState } from 'react'
import css from './Backdrop.module.css'
import { colourOf } from './cover-colour.ts'
import { loadCoverPixels } from './cover-pixels.ts'

/** The background colour if no colour can be read from the cover. */
const FALLBACK = '#191414'

/**
 * The background of the session: the blurred cover, or a colour of the cover if the provider does not allow
 * blurring.
 */
export function Backdrop({ cover, mayBlur }: { cover: string | null; mayBlur: boolean }) {
  return (
    <div
      className={css.backdrop}
      data-dark={cover === null || undefined}
      data-own-light={cover !== null || undefined}
      aria-hidden
    >
      {cover !== null && mayBlur && <BlurredCover key={cover} cover={cover} />}
      {cover !== null && !mayBlur && <CoverColour key={cover} cover={cover} />}
      <span className={css.shade} />
    </div>
  )
}

/**
 * The cover is drawn with an edge of `COARSE_PX`, and then enlarged to the canvas with an edge of `SMOOTH_PX`, which
 * the page stretches over the screen. This looks blurred. A blur filter would take seconds for each frame.
 */
const COARSE_PX = 14
const SMOOTH_PX = 112

function BlurredCover({ cover }: { cover: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const image = new Image()
    image.onload = () => {
      const context = canvas.current?.getContext('2d')
      if (!context) return
      drawBlurred(context, image)
      setDrawn(true)
    }
    image.src = cover
    return () => {
      image.onload = null
    }
  }, [cover])
  return (
    <canvas
      ref={canvas}
      className={css.blurred}
      width={SMOOTH_PX}
      height={SMOOTH_PX}
      data-drawn={isDrawn || undefined}
    />
  )
}

/** Draws the image small, then enlarged with stronger colours and so dark that text on it can be read. */
function drawBlurred(context: CanvasRenderingContext2D, image: CanvasImageSource): void {
  const coarse = document.createElement('canvas')
  coarse.width = COARSE_PX
  coarse.height = COARSE_PX
  const small = coarse.getContext('2d')
  if (!small) return
  for (const each of [small, context]) each.imageSmoothingQuality = 'high'
  small.drawImage(image, 0, 0, COARSE_PX, COARSE_PX)
  context.drawImage(coarse, 0, 0, SMOOTH_PX, SMOOTH_PX)
  context.globalCompositeOperation = 'saturation'
  context.fillStyle = 'rgb(255 0 0 / 0.3)'
  context.fillRect(0, 0, SMOOTH_PX, SMOOTH_PX)
  context.globalCompositeOperation = 'multiply'
  context.fillStyle = 'rgb(150 150 150)'
  context.fillRect(0, 0, SMOOTH_PX, SMOOTH_PX)
}

function CoverColour({ cover }: { cover: string }) {
  const [colour, setColour] = useState(FALLBACK)
  useEffect(() => loadCoverPixels(cover, (pixels) => setColour(colourOf(pixels) ?? FALLBACK)), [cover])
  return <span className={css.colour} style={{ backgroundColor: colour }} />
}
