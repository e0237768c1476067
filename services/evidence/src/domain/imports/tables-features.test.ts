import { describe, expect, it } from 'vitest'
import { brief, read, TRYPTOPHAN, tsv } from './table-examples.ts'
import { understandFile } from './understand.ts'

const csv = (...rows: readonly (readonly (string | number)[])[]) => rows.map((row) => row.join(','))

describe('tables of feature finders and annotation tools', () => {
  it.each([
    [
      '4',
      ['Total score', 'Dot product', 'Reverse dot product', 'Fragment presence %', 'RT similarity'],
      [94.2, 86.8, 99.3, 100, 0],
      [0.868, 0.993, 1],
    ],
    [
      '5',
      [
        'Total score',
        'Simple dot product',
        'Weighted dot product',
        'Reverse dot product',
        'Matched peaks percentage',
        'RT similarity',
      ],
      [1.7, 0.8, 0.79, 0.98, 2, 0],
      [0.8, 0.79, 0.98],
    ],
  ] as const)('reads the alignment of MS-DIAL %s on its own scale', (_version, names, values, expected) => {
    const header = [
      'Alignment ID',
      'Average Rt(min)',
      'Average Mz',
      'Metabolite name',
      'Adduct type',
      'INCHIKEY',
      'SMILES',
      ...names,
    ]
    const row = (name: string) => [
      3,
      19.6,
      202.08,
      name,
      '[M+H]+',
      name.startsWith('Unk') ? 'null' : TRYPTOPHAN,
      'null',
      ...(name.startsWith('Unk') ? values.map(() => 'null') : values),
    ]
    const lines = [
      `${'\t'.repeat(6)}Class\t1`,
      ...tsv(
        header,
        row('Pyrene'),
        row('Unknown'),
        row('low score: Pyrene'),
        row('no MS2: Pyrene'),
        row('w/o MS2: Pyrene'),
      ),
    ]
    const { items, state } = read(lines)
    expect(items.map(({ item }) => item.value)).toEqual(expected)
    expect(
      items.every(({ item }) => item.type === 'spectral_match' && item.metadata.observation_id === '3'),
    ).toBe(true)
    expect(Object.values(state.notes ?? {}).reduce((a, b) => a + b, 0)).toBe(4)
  })

  it('reads a peak list of MS-DIAL, where -1 is missing', () => {
    const header = [
      'Name',
      'Scan',
      'RT(min)',
      'SMILES',
      'InChIKey',
      'Dot product',
      'Reverse dot product',
      'Total score',
    ]
    const lines = tsv(header, [
      'Pyrene',
      152,
      6.5,
      'C',
      'BBEAQIROQSPTKN-UHFFFAOYSA-N',
      '-1.00000',
      '91.5',
      '-1.00000',
    ])
    expect(brief(lines, 'run7.msdial')).toEqual([
      ['inchikey:BBEAQIROQSPTKN-UHFFFAOYSA-N', 'run7:152', 'spectral_match', 0.915],
    ])
  })

  it('reads blocks of MS-FINDER', () => {
    const structures = [
      'NAME: Pipecolamide',
      'ID: XIMBESZRBTVIOD',
      'INCHIKEY: XIMBESZRBTVIOD-UHFFFAOYNA-N',
      'SMILES: O=C(N)C1NCCCC1',
      'TotalScore: 6.4926',
      'Num Fragment VS2 (M/Z)',
      '55.02906\t596.1',
      '',
      'NAME: Other',
      'ID: BOWUOGIPSRVRSJ',
      'INCHIKEY: BOWUOGIPSRVRSJ-YFKPBYRVSA-N',
      'SMILES: O',
      'TotalScore: 3',
      '',
    ]
    expect(brief(structures, 'C6H12N2O.sfd', 'peak_0004')).toEqual([
      ['inchikey:XIMBESZRBTVIOD-UHFFFAOYNA-N', 'peak_0004', 'insilico_match', 0.649],
      ['inchikey:BOWUOGIPSRVRSJ-YFKPBYRVSA-N', 'peak_0004', 'insilico_match', 0.3],
    ])
    const formulas = [
      'Version: 2',
      'NAME: C5H6N2',
      'EXACTMASS: 94.053098',
      'ACCURATEMASS: 94.0612',
      'TOTALSCORE: 4.015',
      'ISOTOPICSCORE: 0.976',
      'PRODUCTIONSCORE: 1',
      'Num ProductIon (Formula)',
    ]
    expect(brief(formulas, 'a.fgt').map(([, , type, value]) => [type, value])).toEqual([
      ['isotope_pattern', 0.976],
      ['formula_score', 1],
    ])
  })

  it('reads matches of mzmine 3 and 4, and not the scores of the alignment', () => {
    for (const score of ['similarity_score', 'cosine_score']) {
      const header = [
        'id',
        'rt',
        'rt_range:min',
        'mz',
        'alignment_scores:rate',
        'spectral_db_matches:compound_name',
        `spectral_db_matches:${score}`,
        'spectral_db_matches:n_matching_signals',
        'spectral_db_matches:ion_adduct',
        'spectral_db_matches:mz_diff_ppm',
        'spectral_db_matches:inchi',
      ]
      const lines = csv(
        header,
        [120, 2.1, 2, 300.1, 0.9, '"Name, with comma"', 0.951, 8, '[M+H]+', -3.2, ''],
        [121, 2.2, 2, 301.1, 0.9, '', '', '', '', '', ''],
      )
      expect(brief(lines).map(([molecule, , type]) => [molecule, type])).toEqual([
        ['Name, with comma', 'spectral_match'],
        ['Name, with comma', 'mass_accuracy'],
      ])
    }
    const empty = understandFile(
      csv(['id', 'rt', 'mz', 'mz_range:min', 'alignment_scores:rate'], [1, 2, 3, 3, 0.9]),
      {},
    )
    expect(empty.counts.items).toBe(0)
    expect(empty.emptyBecause).toContain('no annotation')
    expect(empty.ignored).toContainEqual({
      column: 'alignment_scores:rate',
      because: 'measures the alignment of runs, not an identification',
    })
  })

  it('reads xMSannotator, MS2Query and matchms', () => {
    const xms = csv(
      ['chemical_ID', 'Confidence', 'score', 'mz', 'time', 'delta_ppm', 'Name', 'Adduct'],
      ['HMDB61136', 2, '1e+05', 265.117617521303, 197.946286627413, 2.51, 'x', 'M+H'],
    )
    expect(brief(xms)).toEqual([
      ['hmdb:HMDB0061136', 'mz 265.1176 rt 197.95', 'annotation_level', 0.667],
      ['hmdb:HMDB0061136', 'mz 265.1176 rt 197.95', 'mass_accuracy', 0.605],
    ])
    const ms2query = csv(
      [
        'query_spectrum_nr',
        'ms2query_model_prediction',
        'precursor_mz_difference',
        'inchikey',
        'analog_compound_name',
        'smiles',
        'id',
      ],
      [1, 0.93, 0.0, 'USXIYWCPCGVOKF', 'Hectochlorin', 'C', 17],
      [2, 0.41, 326.4, 'BWJAVNUITZYXPB', 'Trp', 'C', ''],
    )
    expect(brief(ms2query)).toEqual([
      ['USXIYWCPCGVOKF', '17', 'learned_similarity', 0.93],
      ['BWJAVNUITZYXPB', '2 (analog)', 'analog_match', 0.41],
    ])
    const matchms = tsv(
      ['query', 'reference', 'ModifiedCosine_score', 'ModifiedCosine_matches', 'MetadataMatch_MetadataMatch'],
      ['q1', 'q1', '1.0000000000000002', 16, '1.0'],
      ['q1', 'r2', 0.76, 6, '1.0'],
    )
    expect(brief(matchms)).toEqual([['r2', 'q1', 'spectral_match', 0.76]])
  })
})
