import { create } from 'zustand'

export type Toast = {
  id: number
  text: string
  tone: 'plain' | 'good' | 'bad'
  /** What the toast is about. A newer toast with the same key replaces it. */
  key?: string
  /** `isUndo`: the action undoes what just happened. It is offered only for a limited time. */
  action?: { label: string; run: () => void; isUndo?: true }
}

const TOAST_STAY_MS = 6000
const UNDO_STAY_MS = 20_000
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
      ...withRoom(
        toasts.filter(({ text, key }) => text !== toast.text && (key === undefined || key !== toast.key)),
        isQuestion(toast),
      ),
      { tone: 'plain' as const, ...toast, id },
    ],
  }))
  return id
}

/**
 * Removes toasts until there is room for another one: the oldest without an action, else the oldest that undoes
 * something. Only another question removes a question, such as the offer of a new version (E5).
 */
function withRoom(toasts: readonly Toast[], forQuestion: boolean): readonly Toast[] {
  if (toasts.length < MAX_TOASTS) return toasts
  const removed =
    toasts.find(({ action }) => !action) ??
    toasts.find((toast) => !isQuestion(toast)) ??
    (forQuestion ? toasts[0] : undefined)
  if (!removed) return toasts
  return withRoom(
    toasts.filter((toast) => toast !== removed),
    forQuestion,
  )
}

/** Returns whether a toast waits for an answer of the person. */
function isQuestion({ action }: Pick<Toast, 'action'>): boolean {
  return action !== undefined && !action.isUndo
}

/**
 * Returns how long a toast stays, in milliseconds. Null if its action undoes nothing: then it stays until the person
 * presses the action or closes it.
 */
export function stayMsOf(toast: Toast): number | null {
  if (isQuestion(toast)) return null
  return toast.action ? UNDO_STAY_MS : TOAST_STAY_MS
}

/** Removes a toast. Unknown ids are ignored. */
export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}
