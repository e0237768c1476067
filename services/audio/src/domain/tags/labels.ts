/** Tags of the network that was trained on MagnaTagATune, in the order of its outputs. */
export const MTT_LABELS = [
  ...['guitar', 'classical', 'slow', 'techno', 'strings', 'drums', 'electronic', 'rock', 'fast', 'piano'],
  ...['ambient', 'beat', 'violin', 'vocal', 'synth', 'female', 'indian', 'opera', 'male', 'singing'],
  ...[
    'vocals',
    'no vocals',
    'harpsichord',
    'loud',
    'quiet',
    'flute',
    'woman',
    'male vocal',
    'no vocal',
    'pop',
  ],
  ...['soft', 'sitar', 'solo', 'man', 'classic', 'choir', 'voice', 'new age', 'dance', 'male voice'],
  ...[
    'female vocal',
    'beats',
    'harp',
    'cello',
    'no voice',
    'weird',
    'country',
    'metal',
    'female voice',
    'choral',
  ],
] as const

/** Tags of the network that was trained on tags of the Million Song Dataset, in the order of its outputs. */
export const MSD_LABELS = [
  ...['rock', 'pop', 'alternative', 'indie', 'electronic', 'female vocalists', 'dance', '00s'],
  ...['alternative rock', 'jazz', 'beautiful', 'metal', 'chillout', 'male vocalists', 'classic rock', 'soul'],
  ...['indie rock', 'Mellow', 'electronica', '80s', 'folk', '90s', 'chill', 'instrumental', 'punk', 'oldies'],
  ...[
    'blues',
    'hard rock',
    'ambient',
    'acoustic',
    'experimental',
    'female vocalist',
    'guitar',
    'Hip-Hop',
    '70s',
  ],
  ...['party', 'country', 'easy listening', 'sexy', 'catchy', 'funk', 'electro', 'heavy metal'],
  ...['Progressive rock', '60s', 'rnb', 'indie pop', 'sad', 'House', 'happy'],
] as const
