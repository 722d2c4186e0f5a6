import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { VitePWA } from 'vite-plugin-pwa'
import { manifests } from './manifests.ts'
import { preparedPage } from './prepared-page.ts'

/**
 * The server to which `vite dev` forwards API calls. A built app does not need this, because the server serves
 * the app itself.
 */
const server = process.env.JOINTLY_SERVER ?? 'http://127.0.0.1:3000'

/**
 * The only address for which the service worker answers with the stored page, because the app's routes are
 * behind the `#`. All other addresses go to the server or the provider.
 */
const theApp = [/^\/(?:\?|$)/]

/** The fonts of the first text, by the beginning of their file names. */
const FIRST_FONTS = /^assets\/(?:anybody-latin-standard|instrument-sans-latin-wght)-normal-.*\.woff2$/

/** Preloads the fonts of the first text. Otherwise the browser finds them only after the scripts and styles. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => FIRST_FONTS.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        })),
  },
}

export default defineConfig({
  plugins: [
    react(),
    preloadFonts,
    preparedPage,
    manifests,
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      includeAssets: ['icon.svg', 'icon-180.png'],
      // `manifests` makes the manifests, because there is one for each language.
      manifest: false,
      workbox: {
        globPatterns: ['**/*.{js,css,html,woff2}'],
        navigateFallback: '/index.html',
        navigateFallbackAllowlist: theApp,
        cleanupOutdatedCaches: true,
      },
    }),
    // Compresses files once here, so that the server only sends them.
    compression({
      include: /\.(html|css|js|svg|webmanifest)$/,
      algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip', { level: 9 })],
      threshold: 1_000,
    }),
  ],
  // React 19 has this function itself, so the router does not need the copy for older versions.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    target: 'es2023',
    // The first browsers with light-dark(). For older browsers, the build would replace light-dark() by variables,
    // and then no part of a page could have another theme.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Puts shared code into two files, one for the first screen and one for the screens behind the login,
        // because there would otherwise be fifty small files. Code of the public pages is not in the second
        // file, so that the first screen does not load that file.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 4 },
            // The code of the dialogs, the drawer and the tabs is one file. It is loaded when the first of them
            // appears.
            {
              name: 'panels',
              test: /\/@base-ui\/(?!react\/(?:csp-provider|internals\/csp-context)\/)/,
              priority: 2,
            },
            // The code that pages without a login and the screens behind it share.
            {
              name: 'basic',
              test: /\/shared\/(?:i18n\/artist-names|ui\/(?:layout\/(?:use-)?flip|states\/use-load|media\/(?:Avatar|avatar|Cover|fallback|Playing)))/,
              priority: 3,
            },
            {
              name: 'forms',
              test: /\/shared\/(?:browser\/|ui\/forms\/(?!Switch))/,
              priority: 3,
            },
            // The code that calls the server, checks its answers and stores them. It is in five files, so that the
            // browser runs each file in a separate task.
            {
              name: 'schemas',
              test: /\/(?:node_modules\/zod\/|shared\/api\/zod-jitless\.)/,
              priority: 4,
            },
            {
              name: 'people',
              test: /\/packages\/contract\/src\/(?:entities\/(?:account|user)\.|primitives)/,
              priority: 3,
            },
            {
              name: 'answers',
              test: /\/(?:packages\/contract\/src\/entities\/(?:host-rules|people|session|song)\.|shared\/store\/state\.)/,
              priority: 3,
            },
            {
              name: 'calls',
              test: /\/(?:packages\/contract\/|shared\/api\/)/,
              priority: 2,
            },
            {
              name: 'store',
              test: /\/(?:features\/login\/log-in\.|shared\/store\/)/,
              priority: 1,
            },
            {
              name: 'inside',
              test: /^(?!.*\/(?:(?:features\/website|lucide-react|node_modules\/qr)\/|media\/QrCode))/,
              minShareCount: 3,
              priority: 1,
            },
            // The other code that the parts of a session share. It is one file, because each file costs a request.
            {
              name: 'session',
              test: /\/(?:features\/(?:session|player\/(?!calibration\/room\/))|app\/live\/|shared\/(?:ui\/(?:backdrop|reactions)|history)\/|buttons\/AddToHomescreen)/,
              minShareCount: 2,
              priority: 0,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/spotify': { target: server, ws: true },
      '/ticket': { target: server },
      '/share': { target: server },
      '/picture': { target: server },
      '/s/': { target: server },
    },
  },
})
