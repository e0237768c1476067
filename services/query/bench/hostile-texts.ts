import fc from 'fast-check'

/** Pieces that a parser of quantities, words and dates is tempted by. */
const BAIT = [
  ...[
    '180',
    '80',
    '5\'11"',
    "5'",
    '½',
    '1/2',
    '1/0',
    '0',
    '-0',
    '-80',
    '+',
    '1e308',
    '1e999',
    '1e-999',
    '0x1F',
    '.',
    '..',
  ],
  ...[
    '1.2.3',
    '1,234,567',
    '72,5',
    "1'000",
    'NaN',
    'Infinity',
    '-Infinity',
    'null',
    'undefined',
    '٣',
    '१८०',
    '１８０',
    '𝟙𝟠𝟘',
    '②',
  ],
  ...[
    'cm',
    'kg',
    'm',
    'ft',
    'in',
    '"',
    "'",
    'st',
    'lb',
    'lbs',
    'kg/m²',
    '%',
    'mm',
    'years',
    'yo',
    'months',
    'days',
    'weeks',
    'µ',
  ],
  ...[
    'man',
    'woman',
    'boy',
    'girl',
    'I',
    'my',
    'wife',
    'and',
    'no,',
    'not',
    'between',
    'to',
    '-',
    '–',
    'about',
    'was',
    'born',
    'BMI',
  ],
  ...[
    'waist',
    'hip',
    'body fat',
    'target',
    'lose',
    'by',
    '2024-02-30',
    '0000-00-00',
    '31/12/99',
    '9999-12-31',
    '12.2.1990',
    'yesterday',
  ],
  ...[
    'one hundred',
    'and a half',
    'dozen',
    'hundred',
    'thousand',
    'twenty',
    'stone',
    'pounds',
    'pound',
    'feet',
    'foot',
    'inches',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '{{bmi_0}}',
    '<script>',
    "'; DROP TABLE",
    '../../etc',
    '%00',
    '\\',
  ],
  ...[
    '\u0000',
    '\ud800',
    '\udfff',
    '\u202e',
    '\u200d',
    '\ufeff',
    '\u0301',
    '🧍🏽‍♀️',
    '\r',
    '\n',
    '\t',
    '\v',
    '\u2028',
    '\u00a0',
    ' ',
    ',',
    ';',
    ':',
  ],
]
/** One piece of bait. */
export const bait = fc.constantFrom(...BAIT)
const separator = fc.constantFrom('', ' ', ' ', ', ', '\n', '-', '/', '  ')
const LONGEST = 20_000

/** A few pieces again and again: what makes a careless regular expression take for ever. */
const pumped = fc
  .tuple(
    fc.array(bait, { minLength: 1, maxLength: 3 }),
    separator,
    fc.integer({ min: 2, max: LONGEST }),
    bait,
  )
  .map(([pieces, glue, length, tail]) => {
    const unit = pieces.join(glue) + glue || ' '
    return unit.repeat(Math.ceil(length / unit.length)).slice(0, length - tail.length) + tail
  })
/** Bait in any order, with any separator. */
export const mixed = fc
  .tuple(fc.array(bait, { maxLength: 40 }), separator)
  .map(([pieces, glue]) => pieces.join(glue))
/** Any characters at all. */
export const noise = fc.string({ unit: 'binary', maxLength: 300 })

/** Sense without end: people, measures and wishes that all have to be computed. */
const sentence = fc
  .tuple(
    fc.constantFrom('My wife', 'My son', 'Ann', 'A man of 40 years', 'Patient B7', 'I', 'The girl, 8 years,'),
    fc.integer({ min: 90, max: 200 }),
    fc.integer({ min: 12, max: 140 }),
    fc.constantFrom(
      'What weight for BMI 22?',
      'Body fat?',
      'No, 82 kg.',
      'waist 90 cm, hip 100 cm, neck 38 cm;',
      'Waist for a waist-to-height ratio of 0.45?',
      'Everything!',
    ),
  )
  .map(([who, cm, kg, wish]) => `${who}: ${cm} cm, ${kg} kg. ${wish}`)
const crowd = fc
  .array(sentence, { minLength: 1, maxLength: 150 })
  .map((all) => all.join(' ').slice(0, 10_000))

/** Questions that no person would ask, or that one might on a bad day. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: mixed },
  { weight: 2, arbitrary: pumped },
  { weight: 2, arbitrary: noise },
  { weight: 1, arbitrary: crowd },
  {
    weight: 1,
    arbitrary: fc.tuple(mixed, noise).map(([a, b]) => `Man, 30 years, 180 cm, 80 kg. ${a} BMI? ${b}`),
  },
)
