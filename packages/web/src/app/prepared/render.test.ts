import { expect, it, onTestFinished } from 'vitest'
import { showLanguage } from '../../shared/i18n/i18n.ts'
import { firstTexts as german } from '../languages/de/first.ts'
import { firstTexts as spanish } from '../languages/es/first.ts'
import { texts } from '../texts.ts'
import { renderTemplates } from './render.tsx'

it('J7 the beginning of the first page is prepared in each language, and takes no input', async () => {
  onTestFinished(() => showLanguage('en'))
  const page = document.createElement('div')
  page.innerHTML = await renderTemplates()
  const prepared = [...page.querySelectorAll('template')].map(({ content, dataset }) => [
    dataset.language,
    content.querySelector('h1 + p')?.textContent,
    content.firstElementChild?.hasAttribute('inert'),
  ])
  expect(prepared).toEqual([
    ['en', texts.website.pitch, true],
    ['de', german.website?.pitch, true],
    ['es', spanish.website?.pitch, true],
  ])
})
