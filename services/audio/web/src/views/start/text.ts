/** Texts of the first screen. */
export const TEXT = {
  title: 'What does this track do?',
  lead: 'Tempo, beats, bars, sections, drums, key and emotions of your tracks: seen, heard, corrected and found again.',
  drop: 'Drop tracks or a folder here',
  choose: 'Choose tracks',
  example: 'Play the example',
  making: 'Making the example…',
  sending: (name: string, left: number) =>
    left > 1 ? `Sending ${name}, ${left - 1} more to come` : `Sending ${name}`,
  noSound: 'There is no audio file among these. Use wav, mp3, flac, m4a, ogg, opus or aiff.',
  jobs: 'Your files',
  recent: 'Last added',
  empty: 'Nothing here yet. Drop a track, or play the example.',
  notSent: (names: readonly string[]) => `Not sent: ${names.join(', ')}.`,
  dismiss: 'Dismiss',
  bpm: 'BPM',
  exampleFile: 'Assay example.wav',
} as const
