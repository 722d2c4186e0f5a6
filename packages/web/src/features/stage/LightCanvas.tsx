import { useEffect, useRef } from 'react'

/**
 * The width and height of the canvas in pixels. The canvas is stretched over the screen, because drawing a small
 * picture is faster than drawing a large blurred layer.
 */
const EDGE_PX = 64

/** A round area of light in one colour. */
export function LightCanvas({ colour, className }: { colour: string; className: string | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const middle = EDGE_PX / 2
    const light = context.createRadialGradient(middle, middle, 0, middle, middle, middle)
    light.addColorStop(0, colour)
    light.addColorStop(1, 'transparent')
    context.clearRect(0, 0, EDGE_PX, EDGE_PX)
    context.fillStyle = light
    context.fillRect(0, 0, EDGE_PX, EDGE_PX)
  }, [colour])
  return <canvas ref={canvas} className={className} width={EDGE_PX} height={EDGE_PX} />
}
