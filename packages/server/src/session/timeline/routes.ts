import type { Handle } from '../../platform/http/handle.ts'
import type { Timeline } from './service.ts'

/** What was heard together (T1). */
export function timelineRoutes(handle: Handle, timeline: Timeline): void {
  handle('timeline', ({ caller, query }) =>
    timeline.page(caller.userId, query.before === undefined ? null : Number(query.before)),
  )
}
