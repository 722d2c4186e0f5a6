import react from '@vitejs/plugin-react'
import { build, createServer, type Plugin } from 'vite'
import type * as Render from './src/app/prepared/render.tsx'

const folder = '/src/app/prepared'
const SCRIPT = /^assets\/show-prepared-.*\.js$/

/**
 * Puts the beginning of the first page into index.html, in each language, and the script that shows it. Without
 * it, the first text would wait for all scripts of the app.
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
      const templates = await renderTemplates()
      checkClasses(templates, Object.values(bundle))
      return html.replace('</body>', `  ${templates}\n    <script src="/${script}"></script>\n  </body>`)
    },
  },
}

/** The script is classic and small, because it runs before the page is shown. */
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

async function renderTemplates(): Promise<string> {
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
    return await module.renderTemplates()
  } finally {
    await vite.close()
  }
}

/** Stops the build if the rendered page has a class that no style sheet of the app has. */
function checkClasses(html: string, files: readonly { type: string; source?: string | Uint8Array }[]): void {
  const css = files.map(({ source }) => (typeof source === 'string' ? source : '')).join('')
  for (const [, names = ''] of html.matchAll(/class="([^"]+)"/g))
    for (const name of names.split(' '))
      if (name.startsWith('_') && !css.includes(`.${name}`)) throw new Error(`No style sheet has .${name}`)
}
