import react from '@vitejs/plugin-react'
import { build, createServer, type Plugin, type Rollup } from 'vite'
import type * as Render from './src/app/prepared/render.tsx'

const folder = '/src/app/prepared'
/**
 * Matches the tags in index.html that load the scripts of the app and preload the files that these scripts import.
 */
const APP_SCRIPT =
  /\s*<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)">(?:<\/script>)?/g
const SCRIPT = /^assets\/show-prepared-.*\.js$/

/**
 * Renders the first screen in each language into index.html, and adds the script that shows it. Without this plugin,
 * the first text would wait for all scripts of the app. The added script also starts loading the scripts of the app
 * (`start-app.ts`). For a session, it loads them after the cover.
 */
export const preparedPage: Plugin = {
  name: 'prepared-page',
  apply: 'build',
  async buildStart() {
    this.emitFile({ type: 'asset', name: 'show-prepared.js', source: await bundleScript() })
  },
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      const script = Object.keys(bundle).find((file) => SCRIPT.test(file))
      const { firstPages, session } = await renderTemplates()
      const files = Object.values(bundle)
      checkClasses(firstPages + session, files)
      const styles = stylesOf(session, files).filter((href) => !html.includes(href))
      const scripts = [...html.matchAll(APP_SCRIPT)].map(([, address = '']) => address)
      const isNew = (address: string) => ![html, ...styles].some((known) => known.includes(address))
      if (scripts.length === 0) throw new Error('index.html has no script of the app')
      const templates = [
        firstPages,
        `<template data-styles="${styles.join(' ')}">${session}</template>`,
        `<template data-scripts="${scripts.join(' ')}" data-session="${sessionFiles(bundle).filter(isNew).join(' ')}"></template>`,
        `<script src="/${script}"></script>`,
      ]
      return html
        .replaceAll(APP_SCRIPT, '')
        .replace('<div id="root">', '<div id="prepared" inert></div>\n    <div id="root">')
        .replace('</body>', `  ${templates.join('\n    ')}\n  </body>`)
    },
  },
}

/** Bundles the script as a small classic script, because it runs before the page is shown. */
async function bundleScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: `.${folder}/show-prepared.ts`, formats: ['iife'], name: 'prepared' },
    },
  })
  const [result] = [built].flat()
  if (!result || !('output' in result)) throw new Error('show-prepared.ts was not built')
  return result.output[0].code
}

async function renderTemplates(): Promise<{ firstPages: string; session: string }> {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    plugins: [react()],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  })
  try {
    const module: typeof Render = await vite.ssrLoadModule(`${folder}/render.tsx`)
    return { firstPages: await module.renderTemplates(), session: module.renderSession() }
  } finally {
    await vite.close()
  }
}

/** The modules that a session loads when it opens, in this order (`preload-session.ts`). */
const SESSION_MODULES = [
  'shared/api/zod-jitless.ts',
  'entities/user.ts',
  'shared/store/state.ts',
  'shared/api/call.ts',
  'app/shells/InsideShell.tsx',
  'app/live/LiveSession.tsx',
  'features/session/panel/SessionPanel.tsx',
  'features/session/drawer/SessionDrawer.tsx',
  'app/inside-texts.ts',
  'app/page-texts.ts',
  'shared/ui/media/IconDrawing.tsx',
]

/** Returns the addresses of the scripts and style sheets that a session needs. Each file comes after its imports. */
function sessionFiles(bundle: Rollup.OutputBundle): string[] {
  const found = new Set<string>()
  const add = (file: string): void => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || found.has(`/${file}`)) return
    chunk.imports.forEach(add)
    for (const each of [file, ...(chunk.viteMetadata?.importedCss ?? [])]) found.add(`/${each}`)
  }
  for (const path of SESSION_MODULES) {
    const chunk = Object.values(bundle).find(
      (each) => each.type === 'chunk' && each.moduleIds.some((id) => id.endsWith(`/src/${path}`)),
    )
    if (!chunk) throw new Error(`No script has ${path}`)
    add(chunk.fileName)
  }
  return [...found]
}

type File = { fileName: string; source?: string | Uint8Array }

const hasClass = ({ source }: File, name: string) => typeof source === 'string' && source.includes(`.${name}`)

/** Lists the classes of the rendered page that come from CSS modules. Their names start with `_`. */
const classesIn = (html: string): string[] =>
  [...html.matchAll(/class="([^"]+)"/g)]
    .flatMap(([, names = '']) => names.split(' '))
    .filter((name) => name.startsWith('_'))

/** Stops the build if the rendered page has a class that no style sheet of the app has. */
function checkClasses(html: string, files: readonly File[]): void {
  for (const name of classesIn(html))
    if (!files.some((file) => hasClass(file, name))) throw new Error(`No style sheet has .${name}`)
}

/** Returns the addresses of the style sheets that the rendered page needs. */
function stylesOf(html: string, files: readonly File[]): string[] {
  const names = classesIn(html)
  return files
    .filter((file) => file.fileName.endsWith('.css') && names.some((name) => hasClass(file, name)))
    .map(({ fileName }) => `/${fileName}`)
}
