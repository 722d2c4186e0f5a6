/** The texts of the components that all screens use. */
export const uiTexts = {
  form: {
    default: 'Save',
    loading: 'One moment …',
    retry: 'Try again',
    success: 'Done',
  },
  state: {
    loading: 'Loading …',
    failed: 'That did not work',
    retry: 'Try again',
    cancel: 'Cancel',
    close: 'Close',
    clear: 'Clear the search',
    back: 'Back',
    messages: 'Messages',
    offline: 'You are offline. This may be out of date.',
    unreachable: 'Cannot reach the server. Trying again …',
    showPassword: 'Show',
    hidePassword: 'Hide',
    crashed: 'This page does not work',
    home: 'Home',
    reload: 'Reload',
    newVersion: 'There is a new version of Jointly.',
    newVersionElsewhere: 'Jointly was updated in another tab. Reload this one when you like.',
    update: 'Update',
  },
} as const
