import fc from 'fast-check'
import { INPUT_NAMES, inputSpec } from '../src/domain/metrics/inputs.ts'
import { TASK_OPTIONS } from '../src/domain/modeler/choose-task.ts'
import { bait, hostileText, mixed, noise } from './hostile-texts.ts'

/** A request as it goes over the wire. */
export type HostileRequest = {
  readonly url: string
  readonly contentType: string
  readonly payload: string | Buffer
}

/** JSON text of one value, written by hand so that it can hold what no object of ours can. */
const number = fc.constantFrom(
  '0',
  '-0',
  '-1',
  '1e308',
  '-1e308',
  '1e400',
  '5e-324',
  '9007199254740993',
  '180',
  '80',
  '30',
  '0.1',
)
const scalar = fc.oneof(
  number,
  fc.double().map((value) => (Number.isFinite(value) ? String(value) : 'null')),
  hostileText.map((text) => JSON.stringify(text.slice(0, 2000))),
  fc.constantFrom(
    'true',
    'false',
    'null',
    '""',
    '"male"',
    '"female"',
    '"adult"',
    '[]',
    '{}',
    '"required"',
    '"who"',
  ),
  fc.integer({ min: 1, max: 3000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.integer({ min: 1, max: 3000 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
)
const ODD_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '',
  ' ',
  '\ud800',
  'a.b',
  '0',
  'length',
]
const PARAMETERS = INPUT_NAMES.map((name) => inputSpec(name).wire)
const OPTIONS = [
  ...[
    'population',
    'metrics',
    'stop_after',
    'llm',
    'trace',
    'min_confidence',
    'thresholds',
    'units',
    'locale',
    'references',
    'seed',
  ],
  ...TASK_OPTIONS,
]
const object = (known: readonly string[]) =>
  fc
    .array(
      fc.tuple(
        fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom(...known) },
          { weight: 1, arbitrary: fc.constantFrom(...ODD_KEYS) },
          { weight: 1, arbitrary: noise },
        ),
        scalar,
      ),
      { maxLength: 12 },
    )
    .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`)

/** Plausible people, so that what is hostile beside them is reached. */
const person = fc.constantFrom(
  '{"height_cm":180,"weight_kg":80,"age_years":30,"sex":"male"}',
  '{"height_cm":"5\'4\\"","weight_kg":"11 st 4 lb","age_years":41,"sex":"female","waist_cm":"31 in"}',
  '{"sex":"female","age_days":683,"weight_kg":10.4,"height_cm":84.8}',
)
const parameters = fc.oneof(
  { weight: 3, arbitrary: object(PARAMETERS) },
  { weight: 1, arbitrary: person },
  scalar,
)
const options = fc.oneof(
  { weight: 3, arbitrary: object(OPTIONS) },
  { weight: 2, arbitrary: fc.constant('{}') },
  scalar,
)

/** Broken on the way: cut, doubled, a byte changed. */
const broken = (text: fc.Arbitrary<string>): fc.Arbitrary<string | Buffer> =>
  fc
    .tuple(
      text,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom('cut', 'insert', 'byte', ...Array<string>(27).fill('whole')),
      bait,
    )
    .map(([whole, where, how, piece]) => {
      const at = Math.floor(where * whole.length)
      if (how === 'cut') return whole.slice(0, at)
      if (how === 'insert') return whole.slice(0, at) + piece + whole.slice(at)
      if (how === 'whole') return whole
      const bytes = Buffer.from(whole)
      if (bytes.length > 0) bytes[at % bytes.length] = 0xff
      return bytes
    })
const json = (url: string, body: fc.Arbitrary<string>): fc.Arbitrary<HostileRequest> =>
  fc
    .tuple(
      broken(fc.oneof({ weight: 9, arbitrary: body }, { weight: 1, arbitrary: scalar })),
      fc.constantFrom(
        ...Array<string>(15).fill('application/json'),
        'application/json; charset=utf-16',
        'text/plain',
      ),
    )
    .map(([payload, contentType]) => ({ url, payload, contentType }))

const asked = (
  query: fc.Arbitrary<string>,
  context: fc.Arbitrary<string>,
  chosen: fc.Arbitrary<string>,
): fc.Arbitrary<string> =>
  fc
    .tuple(query, context, chosen)
    .map(([text, beside, how]) => `{"query":${JSON.stringify(text)},"context":${beside},"options":${how}}`)
const nothing = fc.constant('{}')
const questionBody = asked(
  hostileText,
  fc.oneof({ weight: 3, arbitrary: nothing }, { weight: 2, arbitrary: person }, parameters),
  fc.oneof({ weight: 3, arbitrary: nothing }, options),
)

/** Tasks of the modeler, complete, with values that it has to refuse or bear beside them. */
const quantity = fc.oneof(
  number,
  fc.integer({ min: -5000, max: 5000 }).map(String),
  fc.constantFrom('1e9', '0.001', '75'),
)
const completeTask = fc
  .tuple(quantity, quantity)
  .chain(([a, b]) =>
    fc.constantFrom(
      `"task":"weight_trajectory","intake_change_kcal":${a},"days":${b}`,
      `"task":"weight_goal","target_kg":${a},"days":${b}`,
      `"task":"inverse","metric":"bmi","input":"weight_kg","target":${a}`,
      `"task":"inverse","metric":"waist_to_height_ratio","input":"waist_cm","target":${a}`,
      `"task":"growth_projection","index":"length_height_for_age","to_age_years":${a}`,
      `"task":"sensitivity","metric":"bmr_mifflin_st_jeor"`,
    ),
  )
const task = fc
  .tuple(
    completeTask,
    fc.array(fc.tuple(fc.constantFrom(...TASK_OPTIONS, ...ODD_KEYS), fc.oneof(quantity, scalar)), {
      maxLength: 1,
    }),
  )
  .map(
    ([complete, odd]) =>
      `{${[...odd.map(([key, value]) => `${JSON.stringify(key)}:${value}`), complete].join(',')}}`,
  )
const modelBody = asked(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom('', 'man, 40 years, 180 cm, 100 kg', 'girl, 8 years, 128 cm, 26 kg'),
    },
    hostileText,
  ),
  fc.oneof({ weight: 2, arbitrary: nothing }, { weight: 3, arbitrary: person }, parameters),
  fc.oneof({ weight: 5, arbitrary: task }, options),
)
const metricsBody = fc
  .tuple(parameters, options)
  .map(([given, chosen]) => `{"parameters":${given},"options":${chosen}}`)

const table = (columns: readonly string[]) =>
  fc.tuple(
    fc.array(
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...columns) }, fc.constantFrom(...ODD_KEYS), bait),
      { maxLength: 10 },
    ),
    fc.array(
      fc.array(fc.oneof(fc.constantFrom('180', '80', 'male', 'm', '683', '', ' ', 'no', '1'), bait, noise), {
        maxLength: 12,
      }),
      { maxLength: 12 },
    ),
    fc.constantFrom('\n', '\r\n', '\r', '\n\n'),
    fc.constantFrom(',', ',', ',', ';', '\t', '","', '"'),
  )
const csv: fc.Arbitrary<HostileRequest> = fc
  .tuple(
    broken(
      table(PARAMETERS).map(([head, rows, end, comma]) =>
        [head, ...rows].map((cells) => cells.join(comma)).join(end),
      ),
    ),
    fc.constantFrom(
      ...['', '?output=summary', '?output=tables', '?output=report&title=%3Cscript%3E', '?metrics=bmi'],
      ...['?metrics=__proto__', '?population=%00', '?map=__proto__%3Dsex', '?sex_codes=1%3D1&design=none'],
    ),
  )
  .map(([payload, search]) => ({ url: `/metrics/batch${search}`, contentType: 'text/csv', payload }))
const xlsx: fc.Arbitrary<HostileRequest> = broken(
  fc.tuple(bait, noise).map(([a, b]) => `PK\u0003\u0004${a}xl/worksheets/sheet1.xml${b}PK\u0005\u0006${a}`),
).map((payload) => ({
  url: '/metrics/batch',
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  payload,
}))
const ndjson: fc.Arbitrary<HostileRequest> = fc
  .tuple(
    broken(
      fc.array(fc.oneof(parameters, parameters, mixed), { maxLength: 10 }).map((lines) => lines.join('\n')),
    ),
    fc.constantFrom('', '?output=summary'),
  )
  .map(([payload, search]) => ({
    url: `/metrics/batch${search}`,
    contentType: 'application/x-ndjson',
    payload,
  }))

const fhirValue = fc.oneof(
  scalar,
  fc.constantFrom(
    '"http://loinc.org"',
    '"29463-7"',
    '"kg"',
    '"8302-2"',
    '"Patient"',
    '"Observation"',
    '{"value":80,"code":"kg"}',
  ),
)
const fhirNode = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'resourceType',
        'id',
        'status',
        'code',
        'coding',
        'valueQuantity',
        'component',
        'subject',
        'gender',
        'birthDate',
        'effectiveDateTime',
        ...ODD_KEYS,
      ),
      fhirValue,
    ),
    { maxLength: 8 },
  )
  .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`)
const observation = fc
  .tuple(
    fc.constantFrom('29463-7', '8302-2', '39156-5', '56086-2', '__proto__'),
    fhirValue,
    fc.constantFrom('kg', 'cm', '[lb_av]', '[in_i]', 'm', 'toString'),
  )
  .map(
    ([code, value, unit]) =>
      `{"resource":{"resourceType":"Observation","code":{"coding":[{"system":"http://loinc.org","code":"${code}"}]},"valueQuantity":{"value":${value},"code":"${unit}"}}}`,
  )
const patient = fhirValue.map(
  (value) => `{"resource":{"resourceType":"Patient","gender":"female","birthDate":${value}}}`,
)
/** Without a measurement a Bundle is refused: some have both that the body mass index needs. */
const measured = [
  ['29463-7', 80, 'kg'],
  ['8302-2', 180, 'cm'],
].map(
  ([code, value, unit]) =>
    `{"resource":{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"${code}"}]},"valueQuantity":{"value":${value},"code":"${unit}"}}}`,
)
const fhirBody = fc
  .array(
    fc.oneof(
      observation,
      patient,
      fhirNode,
      fhirNode.map((node) => `{"resource":${node}}`),
      scalar,
    ),
    { maxLength: 8 },
  )
  .chain((entries) => fc.constantFrom(entries, [...entries.slice(0, 1), ...measured], measured))
  .map((entries) => `{"resourceType":"Bundle","type":"collection","entry":[${entries.join(',')}]}`)

/** What is thrown at each endpoint. */
export const HOSTILE: Readonly<Record<string, fc.Arbitrary<HostileRequest>>> = {
  'POST /query': json('/query', questionBody),
  'POST /query/process': json('/query/process', questionBody),
  'POST /metrics': json('/metrics', metricsBody),
  'POST /metrics/formatted': json('/metrics/formatted', metricsBody),
  'POST /modeler': json('/modeler', modelBody),
  'POST /fhir/metrics': json('/fhir/metrics', fhirBody),
  'POST /metrics/batch': fc.oneof(csv, csv, ndjson, xlsx),
}
