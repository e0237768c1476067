import { describe, expect, it } from 'vitest'
import { brief, GNPS_HEADER, GNPS_ROW, read, TRYPTOPHAN, tsv, withCells } from './table-examples.ts'

describe('tables of metabolomics tools', () => {
  it('reads GNPS hits, drops names of people and keeps the quality of the library', () => {
    const { items, errors } = read(tsv(GNPS_HEADER, GNPS_ROW))
    expect(errors).toEqual([])
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({
      moleculeId: `inchikey:${TRYPTOPHAN}`,
      item: {
        type: 'spectral_match',
        value: 0.99,
        source: 'GNPS',
        metadata: { observation_id: '58', adduct: '[M+H]+', matched_peaks: 16, library_quality: 'Gold' },
      },
    })
    expect(JSON.stringify(items)).not.toContain('Person')
  })

  it('types analogues apart and out of the way of identities', () => {
    const analog = withCells(GNPS_ROW, GNPS_HEADER, {
      MassDiff: 14.0157,
      MZErrorPPM: 68000,
      SpecMZ: 219.1127,
    })
    expect(brief(tsv(GNPS_HEADER, analog))).toEqual([
      [`inchikey:${TRYPTOPHAN}`, '58 (analog)', 'analog_match', 0.99],
    ])
  })

  it('does not count a mass error that contradicts the mass difference', () => {
    const charge = withCells(GNPS_ROW, GNPS_HEADER, { MassDiff: 424.3 })
    expect(brief(tsv(GNPS_HEADER, charge)).map(([, , type]) => type)).toEqual(['spectral_match'])
  })

  it('loses one cell to a bad cell, and says which', () => {
    const bad = withCells(GNPS_ROW, GNPS_HEADER, { MQScore: 'high' })
    const { items, errors } = read(tsv(GNPS_HEADER, GNPS_ROW, bad))
    expect(items.map(({ item }) => item.type)).toEqual(['spectral_match', 'mass_accuracy', 'mass_accuracy'])
    expect(errors).toEqual([{ line: 3, field: 'MQScore', issue: 'must be a number', provided: 'high' }])
  })

  it('computes the first block of the InChIKey from the InChI', () => {
    const inchi =
      '"""InChI=1S/C11H12N2O2/c12-9(11(14)15)5-7-6-13-10-4-2-1-3-8(7)10/h1-4,6,9,13H,5,12H2,(H,14,15)/t9-/m0/s1"""'
    const row = withCells(GNPS_ROW, GNPS_HEADER, { InChIKey: ' ', INCHI: inchi })
    expect(brief(tsv(GNPS_HEADER, row))[0]![0]).toBe('QIVBCDIJIAJPQS')
  })

  it('reads the JSON of the GNPS interface, however it is wrapped', () => {
    const record = Object.fromEntries(GNPS_HEADER.map((name, i) => [name, String(GNPS_ROW[i])]))
    const second = { ...record, '#Scan#': '59' }
    const oneLine = JSON.stringify({ blockData: [record, second] })
    const perLine = [
      '',
      '{ "blockData" : [',
      `\t${JSON.stringify(record)},`,
      `\t${JSON.stringify(second)}`,
      ']}',
    ]
    const pretty = JSON.stringify([record, second], null, 2).split('\n')
    for (const lines of [[oneLine], perLine, pretty])
      expect(brief(lines).map((item) => item[1])).toEqual(['58', '58', '59', '59'])
  })

  it('reads SIRIUS structures with decimal commas, missing confidences and ids that are not numbers', () => {
    const header = [
      'structurePerIdRank',
      'formulaRank',
      'ConfidenceScoreExact',
      'CSI:FingerIDScore',
      'molecularFormula',
      'adduct',
      'InChIkey2D',
      'InChI',
      'name',
      'smiles',
      'alignedFeatureId',
      'mappingFeatureId',
    ]
    const row = (confidence: string, id: string) => [
      1,
      1,
      confidence,
      '-137,273',
      'C11H12N2O2',
      '[M + H3N + H]+',
      'QIVBCDIJIAJPQS',
      'N/A',
      'null',
      'NC',
      '664799961737797012',
      id,
    ]
    const { items, survey } = read(tsv(header, row('0,748', '664799890879222072'), row('-Infinity', '5')))
    expect(survey.decimalComma).toBe(true)
    expect(
      items.map(({ moleculeId, item }) => [
        moleculeId,
        item.metadata.observation_id,
        item.type,
        item.value,
        item.metadata.adduct,
      ]),
    ).toEqual([
      ['QIVBCDIJIAJPQS', '664799890879222072', 'structure_confidence', 0.748, '[M+NH4]+'],
      ['QIVBCDIJIAJPQS', '5', 'structure_score', 1, '[M+NH4]+'],
    ])
  })

  it('ranks the candidates of one feature, which the folder names', () => {
    const header = [
      'rank',
      'formulaRank',
      'CSI:FingerIDScore',
      'molecularFormula',
      'adduct',
      'InChIkey2D',
      'InChI',
      'name',
      'smiles',
    ]
    const rows = tsv(
      header,
      [1, 1, -39, 'C6H9N3', '[M + H]+', 'BJJDXAFKCKSLTE', '', 'a', 'C'],
      [2, 1, -49, 'C6H9N3', '[M + H]+', 'IDQNBVFPZMCDDN', '', 'b', 'C'],
    )
    expect(brief(rows, 'structure_candidates.tsv', '1_features_7')).toEqual([
      ['BJJDXAFKCKSLTE', '7', 'structure_score', 1],
      ['IDQNBVFPZMCDDN', '7', 'structure_score', 0.368],
    ])
  })

  it('compares further candidates of SIRIUS with the best one', () => {
    const header = [
      'structurePerIdRank',
      'ConfidenceScoreExact',
      'CSI:FingerIDScore',
      'molecularFormula',
      'InChIkey2D',
      'mappingFeatureId',
    ]
    const rows = tsv(
      header,
      [1, 0.9, -30, 'C', 'AAAAAAAAAAAAAA', 4],
      [2, 'N/A', -40, 'C', 'BBBBBBBBBBBBBB', 4],
    )
    expect(brief(rows)).toEqual([
      ['AAAAAAAAAAAAAA', '4', 'structure_confidence', 0.9],
      ['BBBBBBBBBBBBBB', '4', 'structure_score', 0.368],
    ])
  })

  it('reads formulas and classes as hypotheses of their own', () => {
    const formula = tsv(
      [
        'formulaRank',
        'molecularFormula',
        'adduct',
        'ZodiacScore',
        'SiriusScore',
        'TreeScore',
        'IsotopeScore',
        'explainedIntensity',
        'massErrorPrecursor(ppm)',
        'id',
        'featureId',
      ],
      [
        1,
        'C16H25NO2',
        '[M + Na]+',
        0.97,
        37,
        37,
        0,
        0.84,
        -111802,
        '1_Export_2_output_0_10333458062711546021-664003--57--UNKNOWN',
        'N/A',
      ],
    )
    expect(brief(formula)).toEqual([
      ['formula:C16H25NO2', '10333458062711546021 (formula)', 'formula_probability', 0.97],
    ])
    const classes = tsv(
      [
        '"molecularFormula"',
        '"NPC#pathway"',
        '"NPC#pathway Probability"',
        '"ClassyFire#superclass"',
        '"ClassyFire#superclass probability"',
        '"ClassyFire#all classifications"',
        '"mappingFeatureId"',
      ],
      ['"CH5NO6"', '"Fatty acids"', 0.931, '', '', '"a; b"', '"1"'],
    )
    expect(brief(classes)).toEqual([['class:npc:Fatty acids', '1 (npc_pathway)', 'class_probability', 0.931]])
  })

  it('reads ISDB candidates: 0 is missing, the sum does not count beside its parts', () => {
    const header = [
      '',
      'feature_id',
      'msms_score',
      'structure_inchikey',
      'short_inchikey',
      'structure_smiles',
      'adduct',
      'structure_nameTraditional',
      'score_taxo',
      'score_max_consistency',
      'final_score',
      'rank_final',
    ]
    const rows = tsv(
      header,
      [
        0,
        7,
        0.228,
        'SNUOSFBMEJMULV-ICFOKQHNSA-N',
        'SNUOSFBMEJMULV',
        'CC',
        'pos_1_1proton',
        'x',
        0,
        0,
        4.9,
        1,
      ],
      [1, 7, 0, 'BUDZNKDGXHMPRO-GQEGZNIISA-N', 'BUDZNKDGXHMPRO', 'CC', '', 'y', 0, 0, 2.6, 1],
    )
    expect(brief(rows).map(([, , type, value]) => [type, value])).toEqual([
      ['insilico_match', 0.228],
      ['annotation_score', 0.2],
    ])
  })
})
