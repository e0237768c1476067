import type { Rule } from './rule.ts'
import { ABUSE_RULES } from './rules-abuse.ts'
import { EATING_RULES } from './rules-eating.ts'
import { EMERGENCY_RULES } from './rules-emergency.ts'
import { SELF_HARM_RULES } from './rules-self-harm.ts'
import { SPORT_RULES } from './rules-sport.ts'

/** All rules of danger; the kinds in order of urgency. */
export const RULES: readonly Rule[] = [
  ...EMERGENCY_RULES,
  ...SELF_HARM_RULES,
  ...EATING_RULES,
  ...SPORT_RULES,
  ...ABUSE_RULES,
]
