import { lazyDialog } from './lazy-dialog.tsx'

/**
 * Asks before an action that cannot be undone. Escape and a press beside the dialog cancel, and the focus
 * returns to the element that had the focus before.
 */
export const ConfirmDialog = lazyDialog(() =>
  import('./OpenConfirmDialog.tsx').then((module) => module.OpenConfirmDialog),
)
