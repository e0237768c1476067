import type { Theme } from './sign.ts'

/** Violence and neglect by others. The notation of patterns is that of `pattern`. */
export const OTHERS_SIGNS: readonly Theme[] = [
  {
    id: 'violence',
    kind: 'abuse',
    source: ['NG76'],
    understood: 'somebody who is being hurt',
    signs: [
      [
        4,
        [
          '@harmer|he|she|who|and|they ~3 @hits ~1 me|her|him|us|my|them|mum|mom',
          '@hits me|us ~3 when|if|because|over|for|again|every|last',
          '@harmer ~3 touches|touched|touching|gropes|groped ~1 me|her|him',
          'ties|tied|tying|chains|chained|locks|locked ~3 bed|chair|room|cellar|basement|radiator',
          'being|been|was|were ~2 abused|beaten|raped|molested|assaulted|strangled|choked',
          'choked|strangled|strangles|chokes me|her|him|us',
        ],
      ],
      [
        3,
        [
          'gets|is|becomes|was|being|turns violent|abusive|aggressive',
          'scared|afraid|frightened|terrified ~1 to|of ~1 go|going|come|him|her|home|dad|husband|partner ~1',
          'bruise|bruises|bruised ~3 everywhere|all|covered|over|face|back|often|again',
          'slaps|slapped|punched|punches|kicks|kicked|beats|beaten|thrown|throws ~2 me|her|him',
        ],
      ],
      [
        1.5,
        [
          'bruise|bruises|bruised|bruising',
          'naked',
          'calls|called|calling|call me|her|him ~1 pig|fat|whale|cow|ugly|disgusting',
          'shouts|screams|yells|shouting|screaming ~1 at',
          'threatens|threatened|threaten',
          'checks|controls|weighs|tracks ~1 me|my ~2',
        ],
      ],
    ],
  },
  {
    id: 'neglect',
    kind: 'abuse',
    source: ['NG76'],
    understood: 'somebody who is kept from food or neglected',
    signs: [
      [
        4,
        [
          '@harmer|mum|mom|she|he|they|who ~4 not ~2 let|allow|allows|give|gives|feed|feeds ~2 me|her|him|us|them|my|eat|food|mum ~4',
          'locks|locked|lock|padlock|padlocked|hides|keeps|takes|withholds ~3 cupboard|cupboards|fridge|kitchen|pantry|food ~3 i|away|from|and|so|me',
          'starves|starve|starving|starved ~1 me|her|him|us|them',
          'leave|leaves|leaving|left ~2 her|him|them|mum|me|us|grandma|kids ~3 without|no ~2 food|water|meals|eating',
          'get|gets|given|getting no dinner|food|lunch|meals|breakfast|supper ~3 if|when|until|unless',
          'if|when ~6 get|gets|given no dinner|food|lunch|meals|breakfast|supper',
          'mum|mom|dad|stepmum|stepdad|mother|father|he|she|husband|partner|boyfriend ~3 says|said|tells|told ~4 not|no ~2 allowed|food|eat|dinner|eating ~3 until|till|til|unless|food|eat',
        ],
      ],
      [
        2.5,
        [
          'not allowed|permitted ~3 food|eat|dinner|lunch',
          'without|no food',
          'will|does|do not feed|give',
          'dirty|filthy|unwashed|smelly|neglected|neglect',
          'punish|punished|punishes|punishment|naughty',
        ],
      ],
      [
        1.5,
        [
          'always|constantly|so hungry',
          'steals|stealing|begs|begging|scavenges ~2 food|for',
          'one|#1-1 meal ~1 a|per day',
          'looks|only|maybe ~2 #5-13 ~1 kg',
        ],
      ],
      [
        1,
        [
          'carer|carers|nursing|neighbour|neighbours|neighbor|neighbors|class|pupil|stepmum|stepdad|stepmother|stepfather',
          'always|constantly ~2 hungry',
        ],
      ],
    ],
    unless: [
      'dog|cat|school|boss|doctor|hospital|plane ~6 not ~2 let|allow',
      'sweets|sugar|chocolate|junk|crisps|biscuits',
    ],
  },
]
