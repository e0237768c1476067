import type { Rule } from './rule.ts'

/** Signs that need an ambulance, in order of urgency. The notation of patterns is that of `pattern`. */
export const EMERGENCY_RULES: readonly Rule[] = [
  {
    id: 'overdose',
    kind: 'emergency',
    source: ['FIRSTAID', 'NG225'],
    understood: 'having taken too much of a medicine',
    pastCounts: true,
    needs: [
      [
        '@took ~2 @many ~5 @drug',
        '@took ~4 #8-999 ~3 @drug',
        'overdose|overdosed|overdosing|od',
        '@took ~2 bleach|antifreeze|poison|pesticide',
      ],
    ],
    unless: ['vitamin|prescribed|pharmacist ~6 @drug', 'how|what ~3 overdose', 'every|per ~2 day|week|night'],
  },
  {
    id: 'breathing',
    kind: 'emergency',
    source: ['FIRSTAID', 'ETAT'],
    understood: 'trouble breathing',
    needs: [
      [
        'can|could not ~1 breathe',
        'not|stopped|struggling|struggles|trouble|difficulty|hardly|barely|stops ~2 breathing|breathe',
        'gasping|choking|suffocating',
        'lips|face|fingers|skin|baby ~3 blue|grey|purple',
        'turned|turning|going|gone blue',
        'throat ~2 closing|closed|swelling|swollen',
      ],
    ],
    unless: ['eyes ~2 blue', 'blue eyes'],
  },
  {
    id: 'chest_pain',
    kind: 'emergency',
    source: ['FIRSTAID'],
    understood: 'pain in the chest',
    needs: [
      [
        'chest ~3 pain|pains|hurts|hurting|tight|tightness|pressure|crushing|aches',
        'pain|pains|pressure|tightness|crushing|tight ~4 chest',
        'having|think|possible ~4 heart attack',
      ],
    ],
  },
  {
    id: 'stroke',
    kind: 'emergency',
    source: ['FIRSTAID'],
    understood: 'signs of a stroke',
    needs: [
      [
        'slurred|slurring|slurs ~2 speech|words',
        'speech|words ~3 slurred|slurring|garbled',
        'face|mouth ~4 drooping|droopy|droops|crooked|drooped|dropped',
        'weakness|weak|numb|numbness|paralysed|paralyzed|paralysis ~5 side|arm',
        'one|left|right side|arm|leg ~4 weak|numb|paralysed|limp',
        'having|think|possible ~4 stroke',
        'sudden|suddenly ~3 speak|see|confused|blind|headache',
      ],
    ],
  },
  {
    id: 'unconscious',
    kind: 'emergency',
    source: ['FIRSTAID', 'ETAT'],
    understood: 'somebody who does not respond',
    needs: [
      [
        'unconscious|unresponsive|lifeless|comatose',
        'will|does|can|would|is|do not ~1 wake|waking|respond|responding|rouse|woken',
        'no pulse',
        'passed|blacked out ~3 now|just|minutes',
        'having|had|has|keeps ~3 seizure|seizures|convulsion|convulsions|fits',
        'convulsing|collapsed|seizing',
        'impossible|hard|difficult|can|cannot|not ~3 wake',
      ],
    ],
    unless: [
      'wake ~2 hungry|early|up ~2 night|morning',
      'years ~2 ago',
      'epilepsy',
      'wish|wishes|hope|hopes|want|wants|do ~6 wake',
    ],
  },
  {
    id: 'infant_danger',
    kind: 'emergency',
    source: ['ETAT'],
    understood: 'danger signs in a young child',
    needs: [
      ['@baby', 'week|weeks|month|months|day|days old', 'mo|mth|mths'],
      [
        'will|does|can|is|refuses|refusing|stopped not|to|drinking|feeding ~2 drink|feed|drinking|feeding|breastfeed|nurse|suck|anything|keep',
        'stopped|refuses|refusing ~2 drinking|feeding|feeds|bottle',
        'floppy|limp|lethargic|listless',
        'no|not ~3 wet ~1 nappy|nappies|diaper|diapers',
        'sunken ~2 eyes|fontanelle|spot',
        'eyes|fontanelle ~3 sunken',
        'vomiting|vomits ~2 everything',
        'throwing ~1 up everything',
        'stiff neck',
        'rash ~6 fade|glass',
      ],
    ],
  },
  {
    id: 'dehydration',
    kind: 'emergency',
    source: ['ETAT', 'FIRSTAID'],
    understood: 'severe dehydration or bleeding',
    needs: [
      [
        'severe|severely|badly|extremely dehydrated|dehydration',
        'no|not ~2 urine|peed|urinated|pee ~4 day|days|hours',
        'vomiting|vomited|coughing|throwing|threw ~2 blood',
        'bleeding ~3 stop|heavily|badly',
        'blood ~2 everywhere',
        'anaphylaxis|anaphylactic',
        'fainted|collapsed|collapsing ~4 today|now|just',
      ],
    ],
  },
]
