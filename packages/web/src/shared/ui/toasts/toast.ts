import { create } from 'zustand'

export type Toast = {
  id: number
  text: string
  tone: 'plain' | 'good' | 'bad'
  action?: { label: string; run: () => void }
}

/** How long a toast stays, in milliseconds. A toast with an action stays until the person uses or closes it. */
const TOAST_STAY_MS = 6000
const MAX_TOASTS = 3

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let lastId = 0

/**
 * Shows a short message, which screen readers read aloud.
 *
 * @returns the toast's id, for `closeToast`
 */
export function showToast(toast: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }): number {
  const id = ++lastId
  useToasts.setState(({ toasts }) => ({
    toasts: [
      ...toasts.filter((other) => other.text !== toast.text),
      { tone: 'plain' as const, ...toast, id },
    ].slice(-MAX_TOASTS),
  }))
  if (!toast.action) setTimeout(closeToast, TOAST_STAY_MS, id)
  return id
}

/** Removes a toast. Unknown ids are ignored. */
export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}
