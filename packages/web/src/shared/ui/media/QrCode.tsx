import { encodeQR } from 'qr'
import { useMemo } from 'react'
import css from './QrCode.module.css'

/** The light edge that a scanner needs around a code, in modules. */
const QUIET_MODULES = 3

type QrCodeProps = { text: string; label: string; className?: string | undefined }

/** A QR code, drawn dark on light in both themes, because not every scanner reads the opposite. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { path, edge } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { border: QUIET_MODULES })
    const modules = rows.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    )
    return { path: modules.join(''), edge: rows.length }
  }, [text])
  return (
    <svg
      className={[css.qr, className].filter(Boolean).join(' ')}
      viewBox={`0 0 ${edge} ${edge}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
