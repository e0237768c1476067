import type { Theme } from './sign.ts'
import { EATING_SIGNS } from './signs-eating.ts'
import { EMERGENCY_SIGNS } from './signs-emergency.ts'
import { MIND_SIGNS } from './signs-mind.ts'
import { OTHERS_SIGNS } from './signs-others.ts'
import { THINNESS_SIGNS } from './signs-thinness.ts'
import { WORD_SIGNS } from './signs-words.ts'
import { BODY_WORD_SIGNS } from './signs-words-body.ts'

/** All signs by theme. */
export const THEMES: readonly Theme[] = [
  ...EMERGENCY_SIGNS,
  ...MIND_SIGNS,
  ...EATING_SIGNS,
  ...THINNESS_SIGNS,
  ...OTHERS_SIGNS,
  ...WORD_SIGNS,
  ...BODY_WORD_SIGNS,
]
