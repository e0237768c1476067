import type { Rule } from './rule.ts'

const CUT = 'losing weight by drying out'

/** Low weight for sport or stage: missing periods, pressure, drying out, crash diets. The notation is that of `pattern`. */
export const SPORT_RULES: readonly Rule[] = [
  {
    id: 'period_lost',
    kind: 'eating_disorder',
    source: ['REDS'],
    understood: 'missing periods together with sport or a low weight',
    needs: [
      [
        'no|lost|without|missed|missing|stopped|absent|lose|losing|not|irregular ~4 period|periods|menstruation|cycle',
        'period|periods|cycle ~4 stopped|gone|missing|disappeared|absent|lost|not|away|months',
        'amenorrhea|amenorrhoea|amenorrheic|amenorrhoeic',
      ],
      [
        '@sport',
        '@pressure ~3 want|wants|told|says|need|needs',
        'lose|losing|lost|lighter|thin|diet|dieting|underweight|skinny',
      ],
    ],
    unless: [
      'pregnant|pregnancy|menopause|menopausal|postmenopausal|pcos|contraceptive|pill|iud|implant|breastfeeding|hysterectomy|period ~1 of',
    ],
  },
  {
    id: 'pressed_to_be_thin',
    kind: 'eating_disorder',
    source: ['REDS', 'NG69'],
    understood: 'being pushed towards a weight that is too low',
    when: 'thin',
    needs: [
      [
        '@pressure|mum|mom|mother|dad|they ~4 want|wants|wanted|told|tells|says|said|need|needs|demands|insists|expects|require|requires|makes|pressures|forces',
        'to be ~2 @sport',
        'audition|casting|weigh|selection|make ~1 weight|team',
      ],
    ],
  },
  {
    id: 'drying_out',
    kind: 'eating_disorder',
    source: ['ACSM', 'REDS'],
    understood: CUT,
    needs: [
      [
        'spit|spitting|spat',
        'sauna|rubber|sweat|plastic|trash|bin|garbage suit|suits|bag|bags',
        'dehydrate|dehydrating|dehydration',
        'water ~1 cut|cutting|load|loading|manipulation',
        'cut|cutting|no|without|stop|stopped|stopping|not|restricting ~3 water|fluids|drinking|liquids',
        'sauna|saunas|diuretic|diuretics|laxatives|sweat|sweating ~8 weigh|fight|make|cut|kg|lbs|lb|pounds|wrestling|bout|class',
      ],
      ['cut|cutting|cuts|drop|dropping|lose|losing|make|making|weigh|weighin|fight|bout|class|shed|sweat'],
      ['@weight|kg|lb|lbs|pounds|weighin|weigh'],
    ],
    unless: ['body water', 'total water', 'retention', 'fluid|water overload', 'baby|infant|toddler'],
  },
  {
    id: 'crash_goal',
    kind: 'eating_disorder',
    source: ['ACSM', 'NG69'],
    understood: 'losing weight faster than is safe',
    needs: [
      [
        'lose|drop|cut|shed|losing|dropping|cutting ~4 #6-60 ~1 kg ~6 in|by|before|within|this|for ~3 #1-10 ~1 day|days',
        'lose|drop|shed|losing|dropping ~3 #10-60 ~1 kg ~3 in|by|within ~3 #1-4 ~1 weeks|week',
        'lose|drop|shed|losing|dropping ~3 #20-130 ~1 lb|lbs|pounds ~3 in|by|within ~3 #1-4 ~1 weeks|week',
        'lose|drop|cut|shed|losing|dropping|cutting ~4 #13-130 ~1 lb|lbs|pounds ~6 in|by|before|within ~3 #1-10 ~1 day|days',
        'lose|drop|cut|shed|losing|dropping ~4 #6-60 ~1 kg ~4 by|before|until tomorrow|friday|monday|tuesday|wednesday|thursday|saturday|sunday|weekend',
        'lose|drop|cut|shed|losing|dropping ~4 #6-60 ~1 kg ~4 in|this|within ~2 a|one|this ~1 week',
      ],
    ],
  },
]
