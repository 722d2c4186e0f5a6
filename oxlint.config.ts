import { defineConfig } from 'oxlint'

/** A forbidden import: a regular expression for the import path, and the message of the linter. */
type ForbiddenImport = { regex: string; message: string }

const ours = (packages: string, message: string): ForbiddenImport => ({
  regex: `^@jointly/(${packages})(/|$)|/packages/(${packages})/`,
  message,
})
const drawers: ForbiddenImport = {
  regex: '^\\.\\.?/(.*/)?(([\\w-]*-)?(utils?|misc|helpers?|managers?)|ports)(\\.|/|$)',
  message: 'Name the file after what it holds: no utils, misc, helpers, manager or ports.',
}
const relative: ForbiddenImport = {
  regex: '^(\\.\\./)+(packages/)?[\\w-]+/src/',
  message: 'Import another package by its name.',
}
/**
 * Forbids imports of another feature, which start with `../` as often as the importing file is folders below
 * `features/`.
 */
const otherFeature = (depth: number): ForbiddenImport => ({
  regex: `^(\\.\\./){${depth}}[^.]|/features/`,
  message: 'Features do not import each other: app joins them.',
})
const features: ForbiddenImport = { regex: '/features/', message: 'Only app imports features.' }
const app: ForbiddenImport = { regex: '^(\\.\\./)+app/', message: 'Nothing below app imports it.' }

const provider = 'spotify-emulator|bundled-music|music-folder|music-library'
const webFeature = [
  ours(`server|${provider}|dev|bench`, 'The web app speaks to the server over the contract.'),
]

const serverApp = ours(
  'web|bundled-music|music-folder|music-library|dev|bench',
  'The server knows neither the app nor the sources of the built-in music.',
)

/**
 * The folders of the server, from the lowest layer to the highest. Each folder may import only the folders before it.
 * The same is true for the folders of `session`, which follow.
 */
const serverLayers = [
  'platform',
  'songs',
  'people',
  'provider',
  'accounts',
  'session',
  'cluster',
  'realtime',
  'features',
] as const
const sessionLayers = [
  'presence',
  'access',
  'timeline',
  'votes',
  'playback',
  'arrivals',
  'view',
  'commands',
] as const
const sessionTop: ForbiddenImport = {
  regex: '^(\\.\\./)+(session|routes)\\.ts$',
  message: 'Only what is above the session module imports this file.',
}
const above = (folders: readonly string[]): ForbiddenImport => ({
  regex: `^(\\.\\./)+(${folders.join('|') || 'none'})/`,
  message: 'It imports only what is below it (the lists of layers in oxlint.config.ts).',
})

/**
 * Creates a lint rule for some files. It forbids the imports `refused`, and the imports that are forbidden in every
 * file.
 */
const zone = (files: string[], ...refused: ForbiddenImport[]) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [drawers, relative, ...refused] }] as const },
})

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['**/dist/**', '.cache/**', 'data/**', 'test-results/**'],
  rules: {
    'max-lines': ['error', { max: 300 }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'vitest/no-disabled-tests': 'error',
    'vitest/no-focused-tests': 'error',
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert', 'assert*'] }],
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
    ],
    // These rules are off, because they only concern style, repeat a check of the compiler, or report correct code.
    // For example, they report an effect with a dependency that it does not read.
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'no-unmodified-loop-condition': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    'react/memo-dependencies': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/refs': 'off',
    'react/set-state-in-effect': 'off',
    'require-yield': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-useless-default-assignment': 'off',
    'typescript/only-throw-error': 'off',
    'typescript/unbound-method': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-useless-spread': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/require-awaited-expect-poll': 'off',
  },
  overrides: [
    // These files may cast types. The scripts of `dev/setup` have no schema library, because they run before packages
    // are installed. In the other files, TypeScript knows less than the code: `Object.keys`, for example, returns
    // `string[]`.
    {
      files: [
        'dev/setup/*.js',
        'packages/contract/src/{client,errors}.ts',
        '**/*.test.{ts,tsx}',
        'packages/spotify-emulator/src/sdk/browser/testing/*.ts',
      ],
      rules: { 'typescript/no-unsafe-type-assertion': 'off' },
    },
    // Matchers of Vitest such as `expect.any()` have the type `any`.
    { files: ['**/*.test.{ts,tsx}'], rules: { 'typescript/no-unsafe-assignment': 'off' } },
    zone(['**/*.{ts,tsx,js}']),
    zone(['packages/domain/src/**'], ours('\\w[\\w-]*', 'The rules depend on nothing.')),
    zone(
      ['packages/contract/src/**'],
      ours(`server|web|${provider}|dev|bench`, 'The contract knows the rules only.'),
    ),
    zone(
      ['packages/spotify-emulator/src/**'],
      ours(
        'domain|contract|server|web|dev|bench',
        'The provider shares no type with us: it would share our mistakes.',
      ),
    ),
    zone(
      ['packages/music-library/src/**'],
      ours('\\w[\\w-]*', 'The shapes of a music library depend on nothing.'),
    ),
    zone(
      ['packages/{bundled-music,music-folder}/src/**'],
      ours(
        'domain|contract|server|web|spotify-emulator|bundled-music|music-folder|dev|bench',
        'A source of music knows the shapes of a music library only.',
      ),
    ),
    zone(['packages/server/src/**'], serverApp),
    ...serverLayers.map((folder, index) =>
      zone([`packages/server/src/${folder}/**`], serverApp, above(serverLayers.slice(index + 1))),
    ),
    ...sessionLayers.map((folder, index) =>
      zone(
        [`packages/server/src/session/${folder}/**`],
        serverApp,
        above(['cluster', 'realtime', 'features', ...sessionLayers.slice(index + 1)]),
        sessionTop,
      ),
    ),
    zone(['packages/server/src/features/*/*'], serverApp, otherFeature(1)),
    zone(['packages/server/src/features/*/*/*'], serverApp, otherFeature(2)),
    zone(['packages/web/src/**'], ...webFeature),
    zone(['packages/web/src/shared/**'], ...webFeature, features, app),
    zone(['packages/web/src/features/*/*'], ...webFeature, otherFeature(1), app),
    zone(['packages/web/src/features/*/*/*'], ...webFeature, otherFeature(2), app),
    zone(['packages/web/src/features/*/*/*/*'], ...webFeature, otherFeature(3), app),
    // Texts are in the i18n files. Components contain no text except the product name and symbols.
    {
      files: ['packages/web/src/**/*.tsx'],
      excludeFiles: ['**/*.test.tsx'],
      rules: {
        'react/jsx-no-literals': [
          'error',
          {
            allowedStrings: ['Jointly', '%', '+', 'E'],
            restrictedAttributes: ['aria-label', 'aria-description', 'label', 'placeholder', 'title'],
          },
        ],
      },
    },
    {
      files: ['packages/web/src/**'],
      // The start script runs before the app is loaded.
      excludeFiles: [
        '**/*.test.{ts,tsx}',
        '**/tests/**',
        'packages/web/src/shared/browser/timers.ts',
        'packages/web/src/app/prepared/start-app.ts',
      ],
      rules: {
        'no-restricted-globals': [
          'error',
          { name: 'setTimeout', message: 'Use after() of shared/browser/timers.ts.' },
        ],
      },
    },
    {
      files: ['packages/domain/src/**'],
      excludeFiles: ['**/*.test.ts'],
      rules: {
        'no-restricted-globals': ['error', { name: 'Date', message: 'Time is an argument.' }],
        'no-restricted-properties': [
          'error',
          { object: 'Math', property: 'random', message: 'Chance is an argument.' },
        ],
      },
    },
    // Tests and journeys are left out, because the rules cannot ignore their callbacks. A `describe` contains all its
    // cases, a journey is one long test, and a callback of `it.each` has a parameter for each column of its table.
    {
      files: ['**/*.{ts,tsx,js}'],
      excludeFiles: ['**/*.test.{ts,tsx}', '**/*.e2e.ts'],
      rules: {
        'max-lines-per-function': ['error', { max: 80, skipBlankLines: false, skipComments: false }],
        'max-params': ['error', { max: 4 }],
      },
    },
    {
      files: ['packages/server/src/**'],
      excludeFiles: ['packages/server/src/platform/db/**'],
      rules: {
        'no-restricted-properties': [
          'error',
          {
            property: 'transaction',
            message: 'Use transact(): within it the outer database is out of reach.',
          },
        ],
      },
    },
  ],
})
