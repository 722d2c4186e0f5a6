import { readFileSync } from 'node:fs'
import { publicHeaders } from './http/cors.ts'
import type { HttpResponse } from './http/response.ts'
import { playerScript, silence } from './sdk/script.ts'

const css = 'text/css; charset=utf-8'
const javaScript = 'text/javascript; charset=utf-8'

const file = (name: string, contentType: string): HttpResponse => ({
  status: 200,
  headers: { 'content-type': contentType, 'cache-control': 'no-cache' },
  body: readFileSync(new URL(name, import.meta.url), 'utf8'),
})

/** Returns the responses that are the same for everybody, by path. */
export const staticFiles = (): Readonly<Record<string, HttpResponse>> => ({
  '/accounts/consent.css': file('accounts/page/browser/consent.css', css),
  '/accounts/people.css': file('accounts/page/browser/people.css', css),
  '/accounts/consent.js': file('accounts/page/browser/consent.js', javaScript),
  '/open/open.css': file('public-page/public-page.css', css),
  '/sdk/spotify-player.js': {
    status: 200,
    headers: { 'content-type': javaScript, 'cache-control': 'no-cache', ...publicHeaders },
    body: playerScript(),
  },
  '/sdk/silence.wav': {
    status: 200,
    headers: { 'content-type': 'audio/wav', 'cache-control': 'public, max-age=86400', ...publicHeaders },
    body: silence(),
  },
})
