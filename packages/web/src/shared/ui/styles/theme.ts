import { readStored, writeStored } from '../../browser/storage.ts'

/** The themes that a person can choose. `system` follows the setting of the device. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const THEME_KEY = 'theme'

/** Returns the theme that the person chose on this device (W2), or `system` without a choice. */
export const storedTheme = (): Theme => THEMES.find((theme) => theme === readStored(THEME_KEY)) ?? 'system'

/** Shows the stored theme. Call this before the first screen is drawn. */
export function showStoredTheme(): void {
  const theme = storedTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Stores a theme on this device and shows it. */
export function chooseTheme(theme: Theme): void {
  writeStored(THEME_KEY, theme === 'system' ? null : theme)
  showStoredTheme()
}
