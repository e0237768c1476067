/** Molecule of the demonstration run. */
export interface DemoMolecule {
  readonly name: string
  readonly formula: string
  /** Monoisotopic mass in Da. */
  readonly exactMassDa: number
  readonly inchikey: string
  readonly smiles: string
}

/** Common natural products, most with isomers that tools confuse them with. Keys and masses are those of RDKit. */
const TABLE: readonly (readonly [string, string, number, string, string])[] = [
  [
    'quercetin',
    'C15H10O7',
    302.0427,
    'REFJWTPEDVJJIY-UHFFFAOYSA-N',
    'O=c1c(O)c(-c2ccc(O)c(O)c2)oc2cc(O)cc(O)c12',
  ],
  ['morin', 'C15H10O7', 302.0427, 'YXOLAZRVSSWPPT-UHFFFAOYSA-N', 'O=c1c(O)c(-c2ccc(O)cc2O)oc2cc(O)cc(O)c12'],
  [
    'robinetin',
    'C15H10O7',
    302.0427,
    'SOEDEYVDCDYMMH-UHFFFAOYSA-N',
    'O=c1c(O)c(-c2cc(O)c(O)c(O)c2)oc2cc(O)ccc12',
  ],
  [
    'herbacetin',
    'C15H10O7',
    302.0427,
    'ZDOTZEDNGNPOEW-UHFFFAOYSA-N',
    'O=c1c(O)c(-c2ccc(O)cc2)oc2c(O)c(O)cc(O)c12',
  ],
  [
    'kaempferol',
    'C15H10O6',
    286.0477,
    'IYRMWMYZSQPJKC-UHFFFAOYSA-N',
    'O=c1c(O)c(-c2ccc(O)cc2)oc2cc(O)cc(O)c12',
  ],
  [
    'luteolin',
    'C15H10O6',
    286.0477,
    'IQPNAANSBPBGFQ-UHFFFAOYSA-N',
    'O=c1cc(-c2ccc(O)c(O)c2)oc2cc(O)cc(O)c12',
  ],
  ['fisetin', 'C15H10O6', 286.0477, 'XHEFDIBZLJXQHF-UHFFFAOYSA-N', 'O=c1c(O)c(-c2ccc(O)c(O)c2)oc2cc(O)ccc12'],
  [
    'scutellarein',
    'C15H10O6',
    286.0477,
    'JVXZRQGOGOXCEC-UHFFFAOYSA-N',
    'O=c1cc(-c2ccc(O)cc2)oc2cc(O)c(O)c(O)c12',
  ],
  ['apigenin', 'C15H10O5', 270.0528, 'KZNIFHPLKGYRTM-UHFFFAOYSA-N', 'O=c1cc(-c2ccc(O)cc2)oc2cc(O)cc(O)c12'],
  ['genistein', 'C15H10O5', 270.0528, 'TZBJGXHYKVUXJN-UHFFFAOYSA-N', 'O=c1c(-c2ccc(O)cc2)coc2cc(O)cc(O)c12'],
  ['galangin', 'C15H10O5', 270.0528, 'VCCRNZQBSJXYJD-UHFFFAOYSA-N', 'O=c1c(O)c(-c2ccccc2)oc2cc(O)cc(O)c12'],
  ['baicalein', 'C15H10O5', 270.0528, 'FXNFHKRTJBSTCS-UHFFFAOYSA-N', 'O=c1cc(-c2ccccc2)oc2cc(O)c(O)c(O)c12'],
  [
    'naringenin',
    'C15H12O5',
    272.0685,
    'FTVWIRXFELQLPI-ZDUSSCGKSA-N',
    'O=C1C[C@@H](c2ccc(O)cc2)Oc2cc(O)cc(O)c21',
  ],
  ['butein', 'C15H12O5', 272.0685, 'AYMYWHCQALZEGT-ORCRQEGFSA-N', 'O=C(/C=C/c1ccc(O)c(O)c1)c1ccc(O)cc1O'],
  [
    'isoliquiritigenin',
    'C15H12O4',
    256.0736,
    'DXDRHHKMWQZJHT-FPYGCLRLSA-N',
    'O=C(/C=C/c1ccc(O)cc1)c1ccc(O)cc1O',
  ],
  [
    'liquiritigenin',
    'C15H12O4',
    256.0736,
    'FURUXTVZLHCCNA-AWEZNQCLSA-N',
    'O=C1C[C@@H](c2ccc(O)cc2)Oc2cc(O)ccc21',
  ],
  ['theophylline', 'C7H8N4O2', 180.0647, 'ZFXYFBGIUFBOJW-UHFFFAOYSA-N', 'Cn1c(=O)c2[nH]cnc2n(C)c1=O'],
  ['theobromine', 'C7H8N4O2', 180.0647, 'YAPQBXQYLJRXSA-UHFFFAOYSA-N', 'Cn1cnc2c1c(=O)[nH]c(=O)n2C'],
  ['paraxanthine', 'C7H8N4O2', 180.0647, 'QUNWUDVFRNGTCO-UHFFFAOYSA-N', 'Cn1c(=O)[nH]c2ncn(C)c2c1=O'],
  ['piperine', 'C17H19NO3', 285.1365, 'MXXWOMGUGJBKIW-YPCIICBESA-N', 'O=C(/C=C/C=C/c1ccc2c(c1)OCO2)N1CCCCC1'],
  [
    'morphine',
    'C17H19NO3',
    285.1365,
    'BQJCRHHNABKAKU-KBQPJGBKSA-N',
    'CN1CC[C@]23c4c5ccc(O)c4O[C@H]2[C@@H](O)C=C[C@H]3[C@H]1C5',
  ],
  [
    'ursolic acid',
    'C30H48O3',
    456.3603,
    'WCGUUGGRBIKTOS-GPOJBZKASA-N',
    'C[C@H]1[C@H](C)CC[C@]2(C(=O)O)CC[C@]3(C)C(=CC[C@@H]4[C@@]5(C)CC[C@H](O)C(C)(C)[C@@H]5CC[C@]43C)[C@H]12',
  ],
  [
    'oleanolic acid',
    'C30H48O3',
    456.3603,
    'MIJYXULNPSFWEK-GTOFXWBISA-N',
    'CC1(C)CC[C@]2(C(=O)O)CC[C@]3(C)C(=CC[C@@H]4[C@@]5(C)CC[C@H](O)C(C)(C)[C@@H]5CC[C@]43C)[C@@H]2C1',
  ],
  [
    'betulinic acid',
    'C30H48O3',
    456.3603,
    'QGJZLNKBHJESQX-FZFNOLFKSA-N',
    'C=C(C)[C@@H]1CC[C@]2(C(=O)O)CC[C@]3(C)[C@H](CC[C@@H]4[C@@]5(C)CC[C@H](O)C(C)(C)[C@@H]5CC[C@]43C)[C@@H]12',
  ],
  ['esculetin', 'C9H6O4', 178.0266, 'ILEDWLMCKZNDJK-UHFFFAOYSA-N', 'O=c1ccc2cc(O)c(O)cc2o1'],
  ['daphnetin', 'C9H6O4', 178.0266, 'ATEFPOUAMCWAQS-UHFFFAOYSA-N', 'O=c1ccc2ccc(O)c(O)c2o1'],
  ['scopoletin', 'C10H8O4', 192.0423, 'RODXRVNMMDRFIK-UHFFFAOYSA-N', 'COc1cc2ccc(=O)oc2cc1O'],
  ['isoscopoletin', 'C10H8O4', 192.0423, 'SYTYLPHCLSSCOJ-UHFFFAOYSA-N', 'COc1cc2oc(=O)ccc2cc1O'],
  ['ferulic acid', 'C10H10O4', 194.0579, 'KSEBMYQBYZTDHS-HWKANZROSA-N', 'COc1cc(/C=C/C(=O)O)ccc1O'],
  ['isoferulic acid', 'C10H10O4', 194.0579, 'QURCVMIEKCOAJU-HWKANZROSA-N', 'COc1ccc(/C=C/C(=O)O)cc1O'],
  ['caffeine', 'C8H10N4O2', 194.0804, 'RYYVLZVUVIJVGH-UHFFFAOYSA-N', 'Cn1c(=O)c2c(ncn2C)n(C)c1=O'],
  ['tryptophan', 'C11H12N2O2', 204.0899, 'QIVBCDIJIAJPQS-VIFPVBQESA-N', 'N[C@@H](Cc1c[nH]c2ccccc12)C(=O)O'],
  ['oxyresveratrol', 'C14H12O4', 244.0736, 'PDHAOJSHSJQANO-OWOJBTEDSA-N', 'Oc1cc(O)cc(/C=C/c2ccc(O)cc2O)c1'],
  ['piceatannol', 'C14H12O4', 244.0736, 'CDRPUGZCRXZLFL-OWOJBTEDSA-N', 'Oc1cc(O)cc(/C=C/c2ccc(O)c(O)c2)c1'],
]

/** Molecules that the demonstration run draws from. */
export const DEMO_MOLECULES: readonly DemoMolecule[] = TABLE.map(
  ([name, formula, exactMassDa, inchikey, smiles]) => ({ name, formula, exactMassDa, inchikey, smiles }),
)
