import type { Rule } from './rule.ts'

/** People who are hurt, starved or force-fed by others. The notation of patterns is that of `pattern`. */
export const ABUSE_RULES: readonly Rule[] = [
  {
    id: 'no_food_given',
    kind: 'abuse',
    source: ['NG76'],
    understood: 'somebody who is kept from food or forced to eat',
    needs: [
      [
        'does|do|will|would|did not ~2 let|allow|allows|allowed|give|feed ~2 me|her|him|them|us ~3 @meal',
        'forbids|forbid|stops|denies|withholds|withhold|withholding|locks|locked ~5 @meal|fridge|kitchen',
        '@kin ~3 starves|starve|starving|starved ~1 me|her|him|the|my|his|their',
        'force|forces|forced|forcing ~1 feed|feeds|feeding|fed|fatten|fattening',
        'forces|forcing|forced ~1 me|her|him|girls ~3 eat|weigh|fatten|gain',
        '@baby|kids|children ~4 neglected|neglect|starved|unfed',
        'punishes|punish|punished ~6 @meal',
      ],
    ],
    unless: ['school|work|boss|plane|doctor|nurse|dietitian ~5 not ~2 let|allow'],
  },
  {
    id: 'violence',
    kind: 'abuse',
    source: ['NG76'],
    understood: 'somebody who is being hurt',
    pastCounts: true,
    needs: [
      [
        '@kin|parents|stepdad|stepmother|ex|coach|teacher|uncle|man|someone ~3 @hits ~1 me|her|him|us|my|them',
        'being ~2 abused|beaten|raped|molested',
        '@adult comes|came|coming|gets|sneaks ~2 my|her|his room|bed ~3 night|nights|undressed|naked',
        'was|been raped|molested|assaulted|beaten',
        '@adult touches|touched|touching|gropes|groped|grooming|molests me|her|him',
        'touches|touched|touching ~1 me ~3 not|wrong|there|want|inappropriately',
        'domestic|sexual|child abuse|violence',
        'afraid|scared|terrified ~1 of ~2 husband|boyfriend|partner|dad|father|stepdad|home',
      ],
    ],
  },
]
