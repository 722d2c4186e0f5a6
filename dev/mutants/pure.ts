/**
 * The code that is tested by mutants: pure modules, each with its test beside it. `goal` is the share of mutants, in
 * percent, that a test must fail for.
 */
export const parts = {
  domain: { goal: 90, modules: ['packages/domain/src/!(index)'] },
  elsewhere: {
    goal: 80,
    modules: [
      ...of('packages/server/src', [
        'features/session/kept-rankings',
        'features/user/login/device',
        'http/rate-limit',
        'live/crowd',
        'spotify/failures',
        'spotify/pages',
      ]),
      ...of('packages/web/src', [
        'app/live/clock-probing',
        'app/live/reconnect-delay',
        'features/friends/friendship',
        'features/home/live-invite',
        'features/home/pull',
        'features/loader/loads',
        'features/player/drift',
        'features/player/machine',
        'features/player/plan',
        'features/player/verdict',
        'features/session/model/ballot',
        'features/session/model/follower',
        'features/session/model/merge',
        'features/session/options/edit',
        'features/session/options/flavor-items',
        'features/session/options/three-way',
        'features/session/options/wrong',
        'features/session/social/roles-of',
        'features/session/stage/cover-colour',
        'features/session/stage/progress',
        'features/session/tabs/add-state',
        'features/session/votes/order',
        'features/session/votes/why',
        'features/timeline/timeline-date',
        'features/website/demo-votes',
        'shared/i18n/moment-text',
        'shared/ui/fallback-art',
      ]),
    ],
  },
} as const

function of(folder: string, modules: readonly string[]): readonly string[] {
  return modules.map((module) => `${folder}/${module}`)
}
