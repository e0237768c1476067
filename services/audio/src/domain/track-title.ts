/** Endings of audio files, of accepted kinds and of others: what a name ends in says nothing about what is accepted. */
const AUDIO_ENDING =
  /\.(?:wave?|bwf|rf64|mp[1234]|mpga|flac|aac|adts|m4[abr]|alac|og[ga]|opus|spx|aif[fc]?|wma|caf|ape|wv|webm)$/i

/**
 * What a track is called that has no title in its tags: the name of its file without the ending. Only what audio files end
 * in is cut away, so that "Mr. Brightside" and "Vol.2" stay whole; a name that is nothing but an ending stays too.
 */
export const titleOfFile = (filename: string): string => filename.replace(AUDIO_ENDING, '') || filename
