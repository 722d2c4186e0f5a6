import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { LandingTop } from '../../features/website/Landing.tsx'
import { addTexts, startTexts } from '../../shared/i18n/i18n.ts'
import { isLanguage, LANGUAGES } from '../../shared/i18n/language.ts'
import { translations } from '../languages/load-translations.ts'
import { PublicShell } from '../shells/PublicShell.tsx'
import { texts } from '../texts.ts'
import { PreparedSession } from './PreparedSession.tsx'

/**
 * Renders the header and the headline of the first page in each language, as templates for index.html. The build
 * calls this in Node.
 * @returns HTML
 */
export async function renderTemplates(): Promise<string> {
  startTexts(texts)
  const templates: string[] = []
  for (const language of Object.keys(LANGUAGES).filter(isLanguage)) {
    if (language !== 'en') addTexts(language, await translations[language].first())
    await i18next.changeLanguage(language)
    templates.push(`<template data-language="${language}">${await renderTop()}</template>`)
  }
  return templates.join('\n    ')
}

/**
 * Renders the empty session as HTML, which `show-session.ts` fills in. It contains no words, so it is the same in
 * each language.
 */
export const renderSession = (): string => renderToString(<PreparedSession />)

/** Renders the header and the headline as HTML. They are `inert`, because the app soon replaces them. */
async function renderTop(): Promise<string> {
  const root = createRootRoute({ component: PublicShell })
  const login = createRoute({ getParentRoute: () => root, path: 'login', component: LandingTop })
  const router = createRouter({
    routeTree: root.addChildren([login]),
    history: createMemoryHistory({ initialEntries: ['/login'] }),
  })
  await router.load()
  // `data-own-light` stops the lights (BackgroundLights.module.css), because the app would start their animation from
  // the beginning.
  return renderToString(
    <div inert data-own-light style={{ display: 'contents' }}>
      <RouterProvider router={router} />
    </div>,
  )
}
