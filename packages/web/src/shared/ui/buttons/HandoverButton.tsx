import type { ComponentProps } from 'react'
import { useFocusHandover } from '../layout/use-focus-handover.ts'
import { Button } from './Button.tsx'

type HandoverButtonProps = Omit<ComponentProps<typeof Button>, 'ref'> & {
  /** Finds the element that gets the focus. It must be the same function in each render. */
  findNext: (button: HTMLElement) => HTMLElement | null | undefined
}

/** A button that gives the focus to another element when it disappears, for example after its press (D14). */
export function HandoverButton({ findNext, ...button }: HandoverButtonProps) {
  const ref = useFocusHandover<HTMLButtonElement>(findNext)
  return <Button {...button} ref={ref} />
}
