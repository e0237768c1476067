import { describe, expect, it } from 'vitest'
import { read, tsv } from './table-examples.ts'

describe('tables of search engines', () => {
  const probabilities = (lines: readonly string[], name?: string) =>
    read(lines, name).items.map(({ moleculeId, item }) => [
      moleculeId,
      item.metadata.observation_id,
      item.type,
      Math.round(item.value * 1000) / 1000,
      item.metadata.decoy ?? false,
    ])

  it('reads Percolator: comments, flanks, proteins in further cells, decoys', () => {
    const lines = [
      '# a comment\tto skip',
      ...tsv(
        ['PSMId', 'score', 'q-value', 'posterior_error_prob', 'peptide', 'proteinIds'],
        ['A3_32017_2_1', 26.9, 6.9e-5, 0.001, 'K.GGM[15.9949]AGR.-', 'P1', 'P2'],
        ['A3_32018_2_1', 1, 0.2, 0.4, '-.LSGLVK.-', 'REV__P1'],
        ['A3_32019_2_1', 1, 0.2, 0.4, '-.LSGLVR.-', 'REV__P1', 'P2'],
      ),
    ]
    expect(probabilities(lines)).toEqual([
      ['peptide:GGM[16]AGR', 'A3:32017', 'identification_probability', 0.999, false],
      ['peptide:LSGLVK', 'A3:32018', 'identification_probability', 0.6, true],
      ['peptide:LSGLVR', 'A3:32019', 'identification_probability', 0.6, false],
    ])
    expect(read(lines).items[0]!.item.metadata).toMatchObject({
      q_value: 6.9e-5,
      svm_score: 26.9,
      proteins: 'P1;P2',
    })
  })

  it('reads mokapot, Sage, FragPipe and MaxQuant', () => {
    const native = 'controllerType=0 controllerNumber=1 scan=6357'
    expect(
      probabilities(
        tsv(
          [
            'spectrum_id',
            'peptide',
            'is_target',
            'run',
            'mokapot score',
            'mokapot q-value',
            'mokapot PEP',
            'protein_list',
          ],
          [
            native,
            'LTM[UNIMOD:35]ELC[UNIMOD:4]K',
            'False',
            '/home/someone/A1.mzML',
            2,
            0.01,
            0.25,
            "['rev_X']",
          ],
        ),
      ),
    ).toEqual([['peptide:LTM[16]ELCK', 'A1:6357', 'identification_probability', 0.75, true]])
    const sage = (pep: string, more: string) =>
      tsv(
        [
          'psm_id',
          'peptide',
          'proteins',
          'filename',
          'scannr',
          'label',
          'sage_discriminant_score',
          'posterior_error',
          'spectrum_q',
        ],
        [1, 'LQSRPK', 'P', 'a.mzML', native, 1, 1.29, pep, 1],
        [2, 'LQSRPR', 'P', 'a.mzML', native, -1, 1.29, more, 1],
      )
    expect(probabilities(sage('0.25', '1.0')).map((item) => item[3])).toEqual([0.75, 0])
    expect(probabilities(sage('-1', '0')).map((item) => item[3])).toEqual([0.9, 0])
    expect(
      probabilities(
        tsv(
          [
            'Spectrum',
            'Spectrum File',
            'Peptide',
            'Modified Peptide',
            'PeptideProphet Probability',
            'Expectation',
            'Protein',
            'Mapped Proteins',
          ],
          [
            'A1.02602.02602.3',
            'C:\\Users\\someone\\x.pep.xml',
            'KEVM',
            'KEVM[147]',
            0.9019,
            0.01,
            'rev_sp|P1|X',
            '',
          ],
        ),
      ),
    ).toEqual([['peptide:KEVM[16]', 'A1:2602', 'identification_probability', 0.902, true]])
    expect(
      probabilities([
        '\ufeffRaw file\tScan number\tSequence\tModified sequence\tPEP\tScore\tReverse\tProteins',
        'run\t16851\tAAM\t_AAM(Oxidation (M))_\t1.0478\t24.4\t+\t',
      ]),
    ).toEqual([['peptide:AAM[16]', 'run:16851', 'identification_probability', 0, true]])
  })
})
