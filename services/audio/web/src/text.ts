/** Texts of the frame, of the key and of errors. Each view has its own beside it. */
export const TEXT = {
  name: 'Assay audio',
  skip: 'Skip to the content',
  views: { start: 'Add', library: 'Library', search: 'Search', jobs: 'Jobs' },
  theme: { label: 'Colours', system: 'System', light: 'Light', dark: 'Dark' },
  cancel: 'Cancel',
  copy: 'Copy',
  tryAgain: 'Try again',
  failed: 'The service did not answer as expected',
  refused: 'The service refused this',
  offlineTitle: 'No connection to the service',
  offline: 'The service cannot be reached. What you see may be out of date. Nothing you sent before is lost.',
  offlineBar: 'No connection. What you see may be out of date.',
  notFound: {
    title: 'There is no such page',
    text: 'The address may be mistyped.',
    home: 'To the start',
  },
  broken: {
    title: 'This view could not be loaded',
    text: 'The connection may be lost, or the service was updated.',
  },
  loading: 'Loading…',
  foot: 'Everything here is measured or guessed from the sound. A guess is marked as one, and you can correct it.',
  api: 'Interface for programs',
  key: {
    title: 'This service asks for a key',
    label: 'API key',
    hint: 'You get it from whoever runs the service. It is kept until you close this tab, and sent to this service only.',
    refused: 'The service does not accept this key.',
    use: 'Use this key',
  },
} as const
