import { DrawerBackdropCssVariables, DrawerPopupCssVariables } from '@base-ui/react/drawer'

/**
 * The CSS properties that Base UI registers when the first drawer appears. Each new property makes the browser compute
 * the styles of the whole page. So they are registered when this file is loaded, while the page is still small.
 */
const properties = [
  [DrawerPopupCssVariables.swipeMovementX, '<length>', '0px'],
  [DrawerPopupCssVariables.swipeMovementY, '<length>', '0px'],
  [DrawerPopupCssVariables.snapPointOffset, '<length>', '0px'],
  [DrawerPopupCssVariables.swipeStrength, '<number>', '1'],
  [DrawerBackdropCssVariables.swipeProgress, '<number>', '0'],
] as const

if ('registerProperty' in CSS)
  for (const [name, syntax, initialValue] of properties)
    CSS.registerProperty({ name, syntax, inherits: false, initialValue })
