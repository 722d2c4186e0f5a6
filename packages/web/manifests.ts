import type { Language } from '@jointly/domain'
import type { Plugin } from 'vite'

type Texts = { description: string; create: string; timeline: string; friends: string }

/** The texts that the system shows for the installed app, in each language of the app (W1). */
const textsIn: Record<Language, Texts> = {
  en: {
    description: 'Listening to music jointly has never been easier.',
    create: 'New session',
    timeline: 'Timeline',
    friends: 'Friends',
  },
  de: {
    description: 'Musik gemeinsam zu hören war noch nie so einfach.',
    create: 'Neue Session',
    timeline: 'Verlauf',
    friends: 'Freunde',
  },
  es: {
    description: 'Escuchar música juntos nunca fue tan fácil.',
    create: 'Nueva sesión',
    timeline: 'Historial',
    friends: 'Amigos',
  },
}

/**
 * Adds a manifest in each language. The page links the English one first, and `showLanguage` links the one in the language
 * of the page.
 */
export const manifests: Plugin = {
  name: 'manifests',
  apply: 'build',
  buildStart() {
    for (const [language, texts] of Object.entries(textsIn))
      this.emitFile({
        type: 'asset',
        fileName: `${language}.webmanifest`,
        source: JSON.stringify(manifestOf(language, texts)),
      })
  },
  transformIndexHtml: () => [
    { tag: 'link', attrs: { rel: 'manifest', href: '/en.webmanifest' }, injectTo: 'head' },
  ],
}

const icon = (size: number, name = `icon-${size}`) => ({
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
})

const shortcut = (name: string, url: string) => ({ name, url, icons: [icon(192)] })

/** Returns the manifest in one language. All languages have the same `id`, so that the installed app is the same. */
const manifestOf = (lang: string, { description, create, timeline, friends }: Texts) => ({
  name: 'Jointly',
  short_name: 'Jointly',
  description,
  id: '/',
  start_url: '/',
  scope: '/',
  lang,
  dir: 'ltr',
  display: 'standalone',
  background_color: '#0a1016',
  theme_color: '#0a1016',
  categories: ['music', 'entertainment', 'social'],
  icons: [icon(192), icon(512), { ...icon(512, 'icon-maskable-512'), purpose: 'maskable' }],
  // These addresses are for the desktop. On a phone, the app opens the phone layout instead.
  shortcuts: [
    shortcut(create, '/#/main/edit'),
    shortcut(timeline, '/#/main/timeline'),
    shortcut(friends, '/#/main/friends'),
  ],
})
