/** Extensions of audio files, including formats that are not accepted. */
const AUDIO_ENDING =
  /\.(?:wave?|bwf|rf64|mp[1234]|mpga|flac|aac|adts|m4[abr]|alac|og[ga]|opus|spx|aif[fc]?|wma|caf|ape|wv|webm|mov)$/i

/**
 * Returns the title of a track without a title tag: its file name without the extension. Only extensions of audio files
 * are removed, so that "Mr. Brightside" and "Vol.2" stay whole. A name that is only an extension stays, too.
 */
export const titleOfFile = (filename: string): string => filename.replace(AUDIO_ENDING, '') || filename
