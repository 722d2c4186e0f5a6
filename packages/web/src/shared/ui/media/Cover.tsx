import { useState } from 'react'
import css from './Cover.module.css'
import { type FallbackArt, fallbackArt } from './fallback-art.ts'

type CoverProps = {
  /** The address of the picture. If it is null, a picture is drawn from `seed`. */
  src: string | null
  /** A name. If there is no cover, the picture is drawn from this name. */
  seed: string
  /** The length of an edge in pixels. `fill` means the width of the parent. */
  size?: number | 'fill'
  /** Whether this is the main picture of the screen, which is loaded first. */
  isMain?: boolean
  className?: string | undefined
}

const drawings = {
  0: ['M8 50a30 30 0 1 0 60 0a30 30 0 1 0-60 0', 'M34 50a30 30 0 1 0 60 0a30 30 0 1 0-60 0'],
  1: ['M10 90 46 6 70 90Z', 'M90 90 54 6 30 90Z'],
  2: ['M-20 62Q15 26 50 62T120 62V130H-20Z', 'M-20 44Q15 80 50 44T120 44V130H-20Z'],
  3: ['M14 14H86V86A72 72 0 0 1 14 14Z', 'M86 86H14V14A72 72 0 0 1 86 86Z'],
} as const

function Drawing({ art }: { art: FallbackArt }) {
  const [first, second] = drawings[art.shape]
  return (
    <svg viewBox="0 0 100 100" className={css.drawing} aria-hidden focusable={false}>
      <rect width="100" height="100" fill={art.ground} />
      <g transform={`rotate(${art.turnDeg} 50 50)`}>
        <path className={css.light} d={first} fill={art.first} />
        <path className={css.light} d={second} fill={art.second} />
      </g>
    </svg>
  )
}

/**
 * The cover, or a drawn picture if there is no cover or the cover does not load. Screen readers skip it,
 * because it is decorative.
 */
export function Cover({ src, seed, size = 56, isMain = false, className }: CoverProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const edge = size === 'fill' ? { width: '100%' } : { width: size, height: size }
  return (
    <span className={[css.cover, className].filter(Boolean).join(' ')} style={edge}>
      <Drawing art={fallbackArt(seed)} />
      {src && broken !== src && (
        <img
          className={css.image}
          data-shown={shown === src || undefined}
          src={src}
          alt=""
          loading={isMain ? 'eager' : 'lazy'}
          fetchPriority={isMain ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          onLoad={() => setShown(src)}
          onError={() => setBroken(src)}
        />
      )}
    </span>
  )
}
