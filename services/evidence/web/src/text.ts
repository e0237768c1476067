/** Texts of the frame, of signing in and of errors. Each view has its own beside it. */
export const TEXT = {
  name: 'Assay evidence',
  skip: 'Skip to the content',
  views: { runs: 'Runs', review: 'Review', reports: 'Reports', people: 'People' },
  theme: { label: 'Colours', system: 'System', light: 'Light', dark: 'Dark' },
  roles: { viewer: 'Viewer', researcher: 'Researcher', admin: 'Administrator' } as Readonly<
    Record<string, string>
  >,
  signOut: 'Sign out',
  account: {
    change: 'Change password',
    current: 'Current password',
    next: 'New password',
    hint: 'You stay signed in here. All your other sessions and access tokens end.',
    changed: 'Password changed. Your other sessions have ended.',
  },
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  requestId: 'For whoever looks after the service: request',
  tryAgain: 'Try again',
  failed: 'The service did not answer as expected',
  refused: 'The service refused this',
  missingTitle: 'This is not here',
  forbiddenTitle: 'Your role does not allow this',
  offlineTitle: 'No connection to the service',
  offline: 'The service cannot be reached. What you see may be out of date. Nothing you sent before is lost.',
  offlineBar: 'No connection. What you see may be out of date.',
  notFound: {
    title: 'There is no such page',
    text: 'The address may be mistyped. Everything can be reached from the list of runs.',
    home: 'To the runs',
  },
  broken: {
    title: 'This view could not be loaded',
    text: 'The connection may be lost, or the service was updated.',
  },
  loading: 'Loading…',
  foot: 'For research. A probability is only as good as the evidence and the labels behind it: every number leads to its reasons.',
  api: 'Interface for programs',
  demoEnded:
    'The address of a demonstration works in one browser and once. Stop the service and start it again with --demo to get a new one.',
  signIn: {
    title: 'How sure can we be?',
    lead: 'Sign in to see the runs of your organization.',
    username: 'User name',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'User name or password is wrong.',
    ended: (name: string) => `Your session has ended, ${name}. Sign in again to continue where you were.`,
    with: (name: string) => `Sign in with ${name}`,
    /** Why signing in through the provider failed, by the code that the service sends. */
    failures: {
      expired: 'The sign-in took too long or was begun in another window. Try again.',
      refused: 'The identity provider did not confirm who you are. Try again.',
      'not-admitted':
        'You are known to the identity provider, but not admitted here. Ask an administrator for a user.',
      'email-not-verified':
        'The identity provider has not verified your e-mail address. Verify it there, then try again.',
      'name-taken':
        'A user with your name exists here already and signs in with a password. Whoever runs the service can link both.',
      unavailable:
        'The identity provider cannot be reached right now. Try again, or sign in with a password.',
    } as Readonly<Record<string, string>>,
    forgotten: 'Forgot your password? An administrator of your organization can set a new one.',
    later: (seconds: number) =>
      seconds >= 90
        ? `Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`
        : `Too many attempts. Try again in ${seconds} seconds.`,
  },
  setup: {
    title: 'Create the first administrator',
    lead: 'This service has no users yet. The first one manages the others.',
    organization: 'Organization',
    organizationHint: 'Your laboratory or company. Its data are seen by its own users only.',
    username: 'User name',
    usernameHint: '2 to 64 letters, digits or . _ @ -',
    password: 'Password',
    passwordHint: 'At least 15 characters. A sentence is easy to remember.',
    show: 'Show the password',
    submit: 'Create and sign in',
    noToken: 'This service is not set up yet',
    noTokenText:
      'Open the one-time address that the service printed when it started: it ends in /setup# and a long code. Without it nobody can become administrator.',
    usedUp:
      'This one-time address is no longer valid. Restart the service to get a new one, or sign in if somebody has created your account.',
    toSignIn: 'To sign in',
  },
  chart: {
    table: 'Show as table',
    chart: 'Show as chart',
    svg: 'Save as SVG',
    png: 'Save as PNG',
    csv: 'Save as CSV',
  },
} as const
