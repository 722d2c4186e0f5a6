import { languageCodes } from '@jointly/domain'
import { parentPort } from 'node:worker_threads'
import * as z from 'zod/mini'
import { writePdf } from './write-pdf.ts'
import { drawPoster } from './draw-poster.ts'
import { openTypefaces } from './typefaces.ts'

const Job = z.object({
  id: z.int(),
  request: z.object({
    ssid: z.string(),
    title: z.string(),
    link: z.string(),
    code: z.nullable(z.object({ text: z.string(), link: z.string() })),
    paper: z.enum(['a4', 'letter']),
    language: z.enum(languageCodes),
  }),
})

const typefaces = openTypefaces()
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', (message: unknown) => {
  const { id, request } = Job.parse(message)
  // Posters are rendered one after the other, because two at once are not faster.
  last = last.then(async () => {
    try {
      const pdf = writePdf(await drawPoster(request, typefaces))
      parentPort?.postMessage({ id, pdf, error: null })
    } catch (error) {
      parentPort?.postMessage({
        id,
        pdf: null,
        error: error instanceof Error ? (error.stack ?? error.message) : 'unknown',
      })
    }
  })
})
