import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished } from 'vitest'
import { afterPaint } from '../../browser/layout/after-paint.ts'
import { PageHeading } from './PageHeading.tsx'

/** Renders the heading while the first element of `html` has the focus. */
function openBeside(html: string) {
  const page = document.body.appendChild(document.createElement('div'))
  page.innerHTML = `${html}<div></div>`
  const [focused, place] = page.children
  if (!(focused instanceof HTMLElement) || !place) throw new Error('unreachable')
  focused.focus()
  const root = createRoot(place)
  flushSync(() => root.render(<PageHeading title="Friends" />))
  onTestFinished(() => {
    flushSync(() => root.unmount())
    page.remove()
  })
  return { focused, heading: () => page.querySelector('h1') }
}

/** Waits until the heading has had its turn to take the focus. */
const drawn = () => new Promise<void>((resolve) => void afterPaint(resolve))

it('D14 a new screen gives the focus to its heading, also if the focused element disappears', async () => {
  const { heading } = openBeside('<button>Open</button>')
  await drawn()
  expect(document.activeElement).toBe(heading())
  const other = openBeside('<input>')
  other.focused.remove()
  await drawn()
  expect(document.activeElement).toBe(other.heading())
})

it.each([
  '<input>',
  '<textarea></textarea>',
  '<select></select>',
  '<div contenteditable tabindex="0"></div>',
])('D14 a heading does not take the focus from a field: %s', async (field) => {
  const { focused, heading } = openBeside(field)
  await drawn()
  expect([heading()?.textContent, document.activeElement]).toEqual(['Friends', focused])
})
