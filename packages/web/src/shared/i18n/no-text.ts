/** The start of the line that the console shows if a screen uses a text that is not loaded. The journeys look for it. */
export const NO_TEXT = 'No text for'
