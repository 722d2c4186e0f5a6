import { lazyDialog } from '../parts/lazy-dialog.tsx'

/**
 * Asks before an action that cannot be undone. Escape cancels, but a press outside the dialog does nothing.
 * Afterwards the focus returns to the element that had the focus before.
 */
export const ConfirmDialog = lazyDialog(() => import('./OpenConfirmDialog.tsx'), 'OpenConfirmDialog')
