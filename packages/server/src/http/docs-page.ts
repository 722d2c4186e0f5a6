import * as z from 'zod/mini'

const Schema = z.unknown()
const Content = z.record(z.string(), z.object({ schema: Schema }))
const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  security: z.array(z.unknown()),
  parameters: z.array(
    z.object({ name: z.string(), in: z.string(), required: z.optional(z.boolean()), schema: Schema }),
  ),
  requestBody: z.optional(z.object({ content: Content })),
  responses: z.record(z.string(), z.object({ description: z.string(), content: z.optional(Content) })),
})
type Operation = z.infer<typeof Operation>
const Description = z.object({
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
})

/** A page that shows an OpenAPI description to people: nothing to load, nothing to run. */
export function docsPage(description: unknown): string {
  const { info, paths } = Description.parse(description)
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method, path, operation)),
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)} API</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(info.title)} API <small>${escaped(info.version)}</small></h1>
<p>Bodies are JSON. Private calls carry <code>Authorization: Bearer &lt;token&gt;</code>. The same for machines:
<a href="/api/openapi.json">openapi.json</a></p>
${calls.join('\n')}
</main>
</html>
`
}

function section(method: string, path: string, operation: Operation): string {
  const isPrivate = operation.security.length > 0
  const parameters = operation.parameters.map(
    (parameter) =>
      `<li><code>${escaped(parameter.name)}</code> in ${escaped(parameter.in)}${parameter.required ? ', required' : ''}</li>`,
  )
  return `<details id="${escaped(operation.operationId)}">
<summary><b class="${escaped(method)}">${escaped(method.toUpperCase())}</b> <code>${escaped(path)}</code>
<span>${escaped(operation.summary)}</span>${isPrivate ? ' <i>private</i>' : ''}</summary>
${parameters.length > 0 ? `<ul>${parameters.join('')}</ul>` : ''}
${operation.requestBody ? `<h2>Body</h2>${schemas(operation.requestBody.content)}` : ''}
${Object.entries(operation.responses)
  .filter(([status]) => status !== 'default')
  .map(
    ([status, answer]) =>
      `<h2>Answer ${escaped(status)}</h2>${answer.content ? schemas(answer.content) : ''}`,
  )
  .join('')}
</details>`
}

function schemas(content: z.infer<typeof Content>): string {
  return Object.values(content)
    .map(({ schema }) => `<pre>${escaped(JSON.stringify(schema, null, 2))}</pre>`)
    .join('')
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
small, span { opacity: .7; font-weight: normal }
details { border-top: 1px solid #8884; padding: .5rem 0 }
summary { cursor: pointer }
b { display: inline-block; min-width: 4rem; font: bold .8rem ui-monospace, monospace }
.get { color: #1a7f5a } .post { color: #2563c9 } .put { color: #a15c07 } .delete { color: #c2334d }
i { font-size: .8rem; opacity: .7 }
h2 { font-size: .9rem; margin: .75rem 0 .25rem }
pre { overflow: auto; background: #8881; padding: .75rem; border-radius: .5rem; font-size: .8rem; max-height: 24rem }
`
