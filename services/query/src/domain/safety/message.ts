import type { ConcernKind, Rule } from './rule.ts'

/** What to do, by kind of danger. Numbers are examples that hold in many countries. */
const ADVICE: Readonly<Record<ConcernKind, string>> = {
  self_harm:
    'If anybody is in danger now, call the emergency number (112, 911 or 999). A crisis line is free and open day and night, for example 988 in the USA and Canada or 116 123 in the UK, Ireland and parts of Europe; a doctor or somebody you trust can help too. You are not alone with this.',
  eating_disorder:
    'Please talk to a doctor or an eating disorder service soon, or to somebody you trust; help works, and earlier is easier. With fainting, chest pain, or thoughts of not wanting to live, call the emergency number (112, 911 or 999) or a crisis line such as 988 or 116 123.',
  emergency:
    'Call the emergency number now (112, 911 or 999), or a poison centre if something was swallowed; do not wait. They tell you what to do until help comes.',
  abuse:
    'You deserve to be safe. In danger, call the emergency number (112, 911 or 999). A doctor, a social worker, a teacher or a helpline for violence or for children (116 111 in much of Europe) can help, also when you only worry about somebody.',
}

/** What a text is about when no rule names it. */
const UNDERSTOOD: Readonly<Record<ConcernKind, string>> = {
  self_harm: 'harm to yourself or somebody else, or not wanting to live',
  eating_disorder: 'eating or losing weight in a way that can be dangerous',
  emergency: 'signs that can be a medical emergency',
  abuse: 'violence, abuse or neglect',
}

/** Writes the message of a rule: what was understood, what to do, and that this service cannot help with it. */
export const messageOf = ({
  kind,
  understood = UNDERSTOOD[kind],
}: Pick<Rule, 'kind'> & Partial<Pick<Rule, 'understood'>>): string =>
  `It seems that you write about ${understood}. ${ADVICE[kind]} This service only calculates body measurements and cannot help with this, so it gives no figures here.`

/** A line beside an answer when it is not clear whether somebody needs help. */
const CARE: Readonly<Record<ConcernKind, string>> = {
  self_harm:
    'If this is about you or somebody you know who feels hopeless, please talk to a doctor, somebody you trust, or a crisis line (988 in the USA and Canada, 116 123 in the UK, Ireland and parts of Europe).',
  eating_disorder:
    'If eating or weight is a worry for you or somebody you know, please talk to a doctor or an eating disorder service; help works, and earlier is easier.',
  emergency:
    'If somebody is unwell right now, do not wait for a figure: call a doctor, or the emergency number (112, 911 or 999).',
  abuse:
    'If somebody hurts you or somebody you know, a doctor, a social worker or a helpline can help; in danger call 112, 911 or 999.',
}

/** Returns the line that goes with an answer to a text that may be about danger. */
export const careOf = (kind: ConcernKind): string => CARE[kind]
