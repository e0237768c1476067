/**
 * `npm run load -w @assay/query [-- --short | --full | --processes] [-- --json]`: questions and metrics at a constant rate, up to the
 * knee, beyond it and back; with `--processes` the knees of 1, 2 and 4 processes.
 */

import { join } from 'node:path'
import { proveLoad } from '@assay/kit/testing-load-proof'
import { startProcess } from '@assay/kit/testing-process'

const QUESTIONS = [
  'I am 180 cm tall and weigh 80 kg. What is my BMI?',
  'How many calories does a 30 year old woman of 165 cm and 60 kg burn at rest?',
  'Body surface area of a man, 175 cm, 70 kg',
]
const headers = { 'content-type': 'application/json' }
const person = { height_cm: 180, weight_kg: 80, age_years: 30, sex: 'male' }
const requests = [
  ...QUESTIONS.map((query) => ({ method: 'POST', path: '/query', headers, body: JSON.stringify({ query }) })),
  { method: 'POST', path: '/metrics', headers, body: JSON.stringify({ parameters: person }) },
]

const start = () =>
  startProcess(
    join(import.meta.dirname, '../src/cli/main.ts'),
    ['serve', '--port', '0', '--admin-port', '-1', '--rate-limit-per-minute', '0'],
    { env: { PATH: process.env.PATH, NODE_ENV: 'production' } },
  )
await proveLoad('query', { start, requestOf: (i) => requests[i % requests.length]! })
