/** Words that decide whether and when a clause holds. */
export type ClauseCue =
  /** Denies what follows: "no", "not", "never", "denies". */
  | 'deny'
  /** Denies what came before: "negative", "ruled out", "absent". */
  | 'deny_before'
  /** Plans, risks and questions: "trying to get pregnant". */
  | 'unreal'
  /** What follows is history: "was", "used to be", "former". */
  | 'past'
  /** A condition that follows is over; says nothing of the time of a value: "ex", "post", "after the". */
  | 'over'
  /** What came before is history: "80 kg last year". */
  | 'past_after'
  | 'now'
  /** Verb in the present tense; ends a past begun in the same sentence. */
  | 'present'
  /** What came before holds now: "76 kg after". */
  | 'now_after'
  /** A state that is computed as if it held: "if I get to 75 kg". */
  | 'suppose'
  /** A change, not a measure. */
  | 'delta'
  /** A loss that has happened. */
  | 'lost'
  /** A gain that has happened. */
  | 'gained'
  | 'from_change'
  /** Lists of values over time: the last one holds. */
  | 'series'
  /** Ends the reach of a denial or of a past. */
  | 'turn'
  /** Idioms with "no" and "not" that deny nothing. */
  | 'idiom'

const NOT =
  "not|not yet|not currently|not now|not actually|not really|not at all|no|never|without|neither|nor|none of|isn't|isnt|aren't|arent|wasn't|wasnt|weren't|ain't|aint|don't|dont|doesn't|doesnt|didn't|didnt|haven't|havent|hasn't|hasnt|hadn't|can't be|cannot be|couldn't be|won't be|denies|denied|deny|denying|free of|free from|absence of|no evidence of|no sign of|no signs of|no history of|not have|nil|zero|lacks|lack of|lacking|negative for|ruled out for|rather than|instead of|non|far from|anything but|no longer|not any more|stopped being|quit being|gave up being|retired from being|ceased to be"

/** Phrases separated by `|`. */
export const CLAUSE_CUES: readonly { readonly cue: ClauseCue; readonly phrases: string }[] = [
  { cue: 'deny', phrases: NOT },
  {
    cue: 'deny_before',
    phrases:
      'negative|neg|absent|ruled out|rule out|excluded|is excluded|resolved|has resolved|gone|has gone away|went away|disappeared|none|nil|false|free|unlikely|not present|not found|not seen|not detected|not the case|was not necessary|not necessary|not needed|not required|not done|averted|avoided|cleared|subsided|planned|is planned|scheduled|is scheduled|being considered|ended|has ended|is over|was over|terminated|was terminated|finished|will be needed|may be needed',
  },
  {
    cue: 'unreal',
    phrases:
      "trying to get|trying to become|trying to conceive|trying for a baby|want a baby|wants a baby|planning a baby|hoping for a baby|planning to get|planning to become|planning a|plan to get|planning|want to get|want to become|wants to get|wants to become|hope to get|hoping to get|hoping to become|would like to get|would like to become|risk of|at risk of|risk for|to avoid|to prevent|prevent|prevention of|afraid of|fear of|if i were|if i was|if she were|if i get|if i become|when i become|might be|may be|could be|could i be|am i|is she|in case of|signs of|symptoms of|what is|what's|whats|define|meaning of|mother was|as opposed to|unlike",
  },
  {
    cue: 'past',
    phrases:
      'used to be|used to weigh|used to measure|used to|was|were|weighed|last year|last month|last week|last summer|last winter|last spring|last autumn|last time|formerly|previously|previous|on admission|initially|started at|started with|started out|once|back then|in the past|had been|at my heaviest|at my lightest|at her heaviest|at his heaviest|peak weight|highest weight|lowest weight|as a teenager|as a child|as a student|as a young|in my youth|in her youth|in his youth|at school|years back|months back|weeks back|yesterday i was|before that|before this|beforehand|prior to that|prior to this|before the pregnancy i was|before getting pregnant',
  },
  {
    cue: 'over',
    phrases:
      'former|history of|ex|after my|after her|after the|after giving|since my|since giving|since her|post|postpartum|recovered from|gave birth|given birth|miscarried|miscarriage|had a baby|after the baby|since the baby|since having a baby|retired|after pregnancy|since pregnancy|post pregnancy|after birth|after delivery',
  },
  {
    cue: 'past_after',
    phrases:
      'ago|before|earlier|previously|last year|last month|last week|last summer|last winter|last spring|last autumn|last time|back then|at the time|in the past|formerly|at the start|at baseline|initially|on admission|any more|anymore|at diagnosis|years back|months back|weeks back',
  },
  {
    cue: 'now',
    phrases:
      'now|currently|today|at present|presently|these days|nowadays|at the moment|right now|as of today|this morning|this week|this month|this year|meanwhile|by now|latest|most recent|most recently|present|current|since then|on discharge|am now|is now|at last|and now|grew to|has grown to|have grown to|shrank to|has shrunk to|have shrunk to|went down to|went up to|fell to|rose to|dropped to|is down to|am down to|is up to|am up to|shrunk to|grown to|come down to|came down to|gone up to|gone down to|crept up to|slimmed to|slimmed down to|ended up at|settled at|back at|back up to|back down to|back up at|back down at',
  },
  {
    cue: 'present',
    phrases: "is|am|i am|are|weigh|weighs|measures|stands|it's|he's|she's|it is|has|have",
  },
  { cue: 'now_after', phrases: 'after|afterwards|at the end|in the end' },
  {
    cue: 'suppose',
    phrases:
      "if i get to|if i got to|if i get down to|if i got down to|if i go to|if i went to|if i go down to|if i went down to|if i come down to|if i came down to|if i came to|if i come back to|if i came back to|if i get back to|if i got back to|if i slim to|if i slimmed to|if i slim down to|if i slimmed down to|if i fell to|if i shrank to|if he came down to|if she came down to|if he comes down to|if she comes down to|if i reach|if i reached|if i weighed|if i weigh|if i were|if i was|if i hit|if i drop to|if i dropped to|if i come to|if i am|if i'm|if he weighed|if she weighed|if he were|if she were|if he was|if she was|if he gets to|if she gets to|if he reaches|if she reaches|if he got to|if she got to|if my weight were|if my weight was|if my weight is|if the weight were|would be at|would i have at|would i be at|would he have at|would she have at|be at|be with|assuming|suppose i weigh|suppose|supposing|imagine|were i to weigh|once i am at|once i reach|once i'm at|when i reach|when i get to|when i am down to|when i hit|when she reaches|when he reaches|hypothetically|if i lost|if i lose|if i gained|if i gain|if i drop|if i put on|if i shed|if she loses|if he loses|if she lost|if he lost|what if i lose|what if i lost|what if i gain|what if i weighed|what if i were|what if",
  },
  {
    cue: 'delta',
    phrases:
      'need to lose|need to gain|have to lose|have to gain|have to put on|do i need to lose|do i need to gain|should i lose|should i gain|must lose|must gain|lost|lose|losing|loss of|loses|gained|gain|gaining|gains|dropped|drop|put on|shed|cut|deficit of|deficit|surplus of|surplus|add|added|less|heavier by|lighter by|increase of|decrease of|weight loss|wt loss|weight loss of|wt loss of|wl|gained by|grew by|grown by|shrunk by|shrank by|grew|has grown|have grown|shrank|has shrunk|have shrunk|grown|shrunk|halve|half of|if i lost|if i lose|if i gained|if i gain|if i drop|if i put on|if i shed|if she loses|if he loses|if she lost|if he lost|what if i lose|what if i lost|what if i gain',
  },
  {
    cue: 'lost',
    phrases:
      'lost|has lost|have lost|had lost|loss of|weight loss|wt loss|weight loss of|wt loss of|unintended weight loss|unintentional weight loss|dropped|shed|wl|losing|lost about|after losing|if i lost|if i lose|if i drop|if i shed|if she loses|if he loses|if she lost|if he lost|what if i lose|what if i lost',
  },
  {
    cue: 'gained',
    phrases:
      'gained|has gained|have gained|put on|weight gain of|weight gain|added|after gaining|gaining|if i gained|if i gain|if i put on|what if i gain',
  },
  {
    cue: 'from_change',
    phrases:
      'went|gone|has gone|have gone|dropped from|fell|fell from|down from|up from|went down|went up|reduced|changed|grew|has grown|have grown|grown|shrank|shrunk|has shrunk|have shrunk|shrunken|slimmed|rose|climbed|increased|decreased|declined|came down|cutting|lost weight|gone down|gone up|dropped|progressed|moved|shot up',
  },
  {
    cue: 'series',
    phrases:
      'weigh ins|weigh in|weighins|weight history|weights over|weekly weights|weekly weight|monthly weights|monthly weight|daily weights|daily weight|weight series|serial weights|weights by week|weights by month|weight log|weight diary|weight record|weight records|weight by week|weight over time|successive weights|consecutive weights|readings|growth record|height history|heights over|last readings',
  },
  {
    cue: 'turn',
    phrases: 'because|cos|cuz|coz|but|however|although|though|whereas|yet|while|just|only|so|except',
  },
  {
    cue: 'idiom',
    phrases:
      "scan my|scan this|scan these|scan it|scan the|to scan|you scan|dexa scan|dxa scan|bone scan|ct scan|mri scan|body scan|body composition scan|inbody scan|dexa scans|without shoes|without clothes|no shoes|no clothes|with shoes|with clothes|in shoes|in clothes|without my shoes|shoes off|with shoes on|shoes on|with my shoes on|in my shoes|no idea|no clue|no doubt|no problem|no worries|no matter|not sure|not certain|not only|not just|not yet sure|don't know|dont know|do not know|doesn't matter|don't care|not to mention|no more than|not more than|no less than|not less than|not too|no one|not much|why not|or not|if not|whether or not|not bad|can't wait|not feeling|do not want|don't want|dont want|i don't understand|not understand|no need|no rush|don't judge|not working",
  },
]
