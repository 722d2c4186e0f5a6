/**
 * The modules that `npm run mutants` changes: they have no side effects, and each has a test beside it. `goal` is the
 * percentage of changes that must make a test fail.
 */
export const parts = {
  domain: { goal: 90, modules: ['packages/domain/src/*/*'] },
  elsewhere: {
    goal: 80,
    modules: [
      ...of('packages/server/src', [
        'people/login/device',
        'platform/http/client-network',
        'platform/http/rate-limit',
        'platform/security/reach',
        'platform/try-each',
        'provider/circuit-breaker',
        'provider/failures',
        'provider/pagination',
        'realtime/push/push-schedule',
        'session/view/people-delay',
      ]),
      ...of('packages/web/src', [
        'app/live/clock-estimate',
        'app/live/clock-probing',
        'app/live/reconnect-delay',
        'features/friends/friendship',
        'features/home/pull',
        'features/loader/loads',
        'features/player/controller/start-with-retries',
        'features/player/provider/access-tokens',
        'features/player/provider/token-recovery',
        'features/player/sync/seek-decision',
        'features/player/sync/sync-error',
        'features/player/controller/player-state',
        'features/player/controller/playback-plan',
        'features/player/sync/sound-status',
        'features/session/chat/chat-log',
        'features/session/model/vote-sender',
        'features/session/model/double-tap',
        'features/session/model/follower',
        'features/session/model/poller',
        'features/session/model/session-view',
        'features/session/now-playing/progress',
        'features/session/now-playing/new-song',
        'features/session/options/model/edit',
        'features/session/options/flavor/flavor-items',
        'features/session/options/model/three-way-merge',
        'features/session/options/model/field-errors',
        'features/session/people/notices',
        'features/session/social/shown-roles',
        'features/session/tabs/add-button-state',
        'features/session/votes/expected-order',
        'features/session/votes/reason',
        'features/settings/guest/username-from',
        'features/timeline/timeline-date',
        'features/website/demo-votes',
        'shared/history/history-name',
        'shared/i18n/moment-text',
        'shared/store/merge-live-session',
        'shared/ui/backdrop/cover-colour',
        'shared/ui/layout/flip',
        'shared/ui/media/fallback-art',
        'shared/ui/reactions/reactions-model',
      ]),
    ],
  },
} as const

function of(folder: string, modules: readonly string[]): readonly string[] {
  return modules.map((module) => `${folder}/${module}`)
}
