export const doctorTexts = {
  doctor: {
    title: 'Check this server',
    intro:
      'Checks settings, database, proxy and streaming service, and says how to fix problems. It changes nothing.',
    notYours: 'This page is for the person who runs this server',
    notYoursText: 'Only they can check it.',
    again: 'Check again',
    checking: 'Checking. This can take some seconds.',
    good: 'Everything works.',
    problems_one: '{{count}} problem',
    problems_other: '{{count}} problems',
    warnings_one: '{{count}} warning',
    warnings_other: '{{count}} warnings',
    check: {
      settings: 'Settings',
      disk: 'Disk',
      database: 'Database',
      redis: 'Redis',
      server: 'Server',
      proxy: 'Address and proxy',
      clock: 'Clock',
      streaming: 'Streaming service',
      listeners: 'Listeners',
    },
    state: { ok: 'Works', skipped: 'Not checked', warning: 'Warning', problem: 'Problem' },
  },
} as const
