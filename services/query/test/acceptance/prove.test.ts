import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, stopProcess } from '@assay/kit/testing-process'
import { checkSheets } from '@assay/kit/testing-sheets'
import { expect, test } from 'vitest'
import { environment, MAIN, query, queryToEnd } from '../cli.ts'

const SURVEY = 'sex,age_months,weight_kg,height_cm\nm,24,12,86\nf,30,12.5,90\nm,40,11,92\n'

/** Runs every command with a result, among them `prove`, as a spreadsheet reads it. */
async function readSheets(url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-sheets-'))
  try {
    const survey = join(folder, 'survey.csv')
    await writeFile(survey, SURVEY)
    const [answer, metrics, figures, claims, keys] = await checkSheets(
      MAIN,
      [
        ['ask', 'I am 180 cm tall and weigh 80 kg.\tWhat is my BMI?'],
        ['metrics', '--height', '180cm', '--weight', '80kg'],
        ['batch', survey],
        ['prove', '--url', url],
        ['api-key'],
        ['columns'],
      ],
      environment({}),
    )
    expect(answer).toEqual([expect.objectContaining({ metric: 'bmi', abstained: 'false' })])
    expect(Number(answer![0]!.value)).toBeCloseTo(80 / 1.8 ** 2, 9)
    expect(metrics!.find(({ metric }) => metric === 'bmi')?.unit).toBe('kg/m²')
    expect(figures!.length).toBeGreaterThan(20)
    expect(claims!.filter(({ verdict }) => verdict === 'broken')).toEqual([])
    expect(claims!.filter(({ verdict }) => verdict === 'holds').length).toBeGreaterThan(7)
    expect(keys).toHaveLength(1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('prove: every claim about a sound deployment holds; a stopped one breaks them', async () => {
  const server = query(['serve', '--port', '0', '--admin-port', '-1'])
  const url = await addressOf(server)
  try {
    await readSheets(url)
  } finally {
    await stopProcess(server)
  }
  const gone = await queryToEnd(['prove', '--url', url])
  expect([gone.code, gone.output]).toEqual([1, expect.stringContaining('broken')])
})
