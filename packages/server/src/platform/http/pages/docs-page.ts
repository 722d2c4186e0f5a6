import type { ApiDescription, ApiOperation, Body } from '@jointly/contract/openapi'
import { createPageTemplate, escapeHtml, type PageTheme } from './page-template.ts'

/** Renders an OpenAPI description as a page without scripts and external files. */
export function docsPage({ info, paths }: ApiDescription, theme?: PageTheme): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method, path, operation)),
  )
  return docsTemplate.html(
    `${info.title} API`,
    `<h1>${escapeHtml(info.title)} API <small>${escapeHtml(info.version)}</small></h1>
<p>Bodies are JSON unless another type is named. Private calls carry <code>Authorization: Bearer &lt;token&gt;</code>. The same for machines:
<a href="/api/openapi.json" target="_blank" rel="noopener">openapi.json</a></p>
${calls.join('\n')}`,
    { theme },
  )
}

function section(method: string, path: string, operation: ApiOperation): string {
  const isPrivate = operation.security.length > 0
  const parameters = operation.parameters.map(
    (parameter) =>
      `<li><code>${escapeHtml(parameter.name)}</code> in ${escapeHtml(parameter.in)}${parameter.required ? ', required' : ''}</li>`,
  )
  return `<details id="${escapeHtml(operation.operationId)}">
<summary><b class="${escapeHtml(method)}">${escapeHtml(method.toUpperCase())}</b> <code>${escapeHtml(path)}</code>
<span>${escapeHtml(operation.summary)}</span>${isPrivate ? ' <i>private</i>' : ''}</summary>
${parameters.length > 0 ? `<ul>${parameters.join('')}</ul>` : ''}
${operation.requestBody ? `<h2>Body</h2>${schemaOf(operation.requestBody)}` : ''}
<h2>Answer 200</h2>${schemaOf(operation.responses[200])}
</details>`
}

function schemaOf({ content }: Body): string {
  const schemas = Object.entries(content).map(([mediaType, { schema }]) => {
    const heading = mediaType === 'application/json' ? '' : `<p><code>${escapeHtml(mediaType)}</code></p>`
    return `${heading}<pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`
  })
  return schemas.join('\n')
}

/** The template of the API documentation: its style sheet, and headers that allow this style sheet. */
export const docsTemplate = createPageTemplate(`
main { max-width: 60rem; margin: 0 auto; padding: 1rem }
h1 { margin: 0 }
small, span { color: var(--soft); font-weight: normal }
details { border-top: 1px solid var(--line); padding: .5rem 0 }
summary { cursor: pointer }
b { display: inline-block; min-width: 4rem; font: bold .8rem ui-monospace, monospace }
.get { color: light-dark(#1d6530, #8fe39a) } .post { color: var(--cool) } .put { color: var(--warm) } .delete { color: var(--bad) }
i { font-size: .8rem; color: var(--soft) }
h2 { font-size: .9rem; margin: .75rem 0 .25rem }
pre { overflow: auto; background: var(--lifted); padding: .75rem; border-radius: .5rem; font-size: .8rem; max-height: 24rem }
`)
