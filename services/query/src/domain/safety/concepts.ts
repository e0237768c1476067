import type { Concepts } from '../wording/patterns.ts'

/** Words of one meaning under one name, for the patterns of `rules.ts` and `harmless.ts`. */
export const CONCEPTS: Concepts = {
  self: 'myself himself herself themselves yourself themself',
  person: 'me him her them us',
  who: 'i he she they we you',
  want: 'want wants wanted wanting wish wishes wishing hope hoping plan plans planning planned ready going thinking thought thoughts feel feeling intend intends need try tried trying attempt attempted considering decided deciding like threatens threatening threatened says said',
  die: 'die dying dead death',
  kill: 'kill killing killed kills hang hanging hanged shoot shooting drown drowning unalive unaliving unalived stab stabbing poison poisoning off',
  harm: 'harm harming harmed hurt hurting hurts cut cutting cuts burn burning burns scratch scratching punish punishing',
  not: 'not never no',
  eat: 'eat eats eating ate eaten',
  meal: 'food foods meal meals lunch lunches dinner dinners breakfast snack snacks eating eat ate plate sandwiches',
  vomit: 'vomit vomits vomiting vomited throw throws throwing threw sick barf barfing gag',
  lose: 'lose loses losing lost drop drops dropping dropped shed cut cutting slim thin thinner skinny skinnier light lighter',
  loss: 'lose losing loss lost thin thinner skinny slim slimmer weight kg pounds lbs lb fat bmi size',
  weight: 'weight kg pounds lbs lb stone bmi',
  purge: 'purge purges purged purging purg purgeing',
  laxative:
    'laxative laxatives laxies dulcolax senna bisacodyl diuretic diuretics enema enemas ipecac emetics emetic',
  disorder: 'anorexia anorexic bulimia bulimic ednos osfed arfid diabulimia orthorexia',
  child:
    'child kid son daughter girl boy teen teenager niece nephew pupil student stepdaughter stepson granddaughter grandson sister brother toddler',
  baby: 'baby newborn infant toddler child son daughter girl boy kid twin',
  kin: 'husband wife partner boyfriend girlfriend mum mom mother dad father brother sister son daughter friend grandma grandpa grandmother grandfather colleague roommate flatmate he she',
  drug: 'pill pills tablet tablets paracetamol tylenol acetaminophen ibuprofen aspirin sleeping antidepressant antidepressants xanax valium benzos opioids capsules medication meds medicine',
  many: 'whole entire all pack packet packs packets box boxes bottle bottles handful handfuls bunch lots strip strips blister too dozen dozens loads',
  took: 'took take taken taking swallowed swallow swallowing ate eaten downed had popped',
  sport:
    'rower rowing runner running gymnast gymnastics dancer ballet ballerina skater skating swimmer wrestler wrestling judoka judo boxer boxing jockey climber climbing cyclist cycling triathlete athlete athletics marathon cheerleader cheer diver model modelling modeling lightweight team sport sports coach bodybuilder bodybuilding fighter mma',
  pressure:
    'coach trainer school agency teacher company team director boyfriend girlfriend husband instructor scout judge academy squad manager agent casting federation',
  makeWeight:
    'weigh weighin weighins weight fight bout cut cutting drop dropping kg lb lbs pounds class match meet tournament competition',
  thinPraise: 'skinny bones bony thigh gap thinspo thinspiration',
  drink: 'drink drinks drinking fluids fluid water liquids',
  day: 'day days daily week weeks weekly month months',
  nobody: 'nobody noone none',
  adult:
    'uncle dad father stepdad stepfather mum mother teacher coach brother cousin boss neighbour neighbor man grandfather grandpa boyfriend husband ex he someone trainer priest',
  hits: 'hits hit hitting beats beat beating punches punched kicks kicked slaps slapped chokes choked strangles strangled abuses abused abusing molests molested raped rapes',
  num: 'two three four five six seven eight nine ten twelve fourteen fifteen twenty thirty forty fifty sixty',
  sick: 'sick vomit vomits vomiting vomited puke puked puking barf spew throwup',
  others:
    "mums moms dads grandads granddads grandmas grandpas nans grans brothers sisters friends mates husbands wifes roommates flatmates mum's mother's 's",
  waterpill:
    'diuretic diuretics furosemide frusemide lasix bumetanide spironolactone hydrochlorothiazide bendroflumethiazide waterpills',
  stimulant:
    'adderall ritalin vyvanse concerta amphetamine amphetamines speed meth cocaine ephedrine elvanse dexamphetamine phentermine clen clenbuterol dnp',
  slimdrug:
    'ozempic wegovy mounjaro saxenda zepbound semaglutide tirzepatide liraglutide phentermine orlistat alli thyroxine levothyroxine',
  insulin:
    'insulin novorapid lantus humalog basal bolus boluses tresiba levemir fiasp apidra toujeo lispro glargine injections jabs',
  pills:
    'pill pills tablet tablets capsule capsules medication medications meds medicine medicines drugs painkillers painkiller antidepressants antidepressant benzos opioids sleepers sleeping morphine',
  drugname:
    'drugname paracetamol tylenol acetaminophen ibuprofen aspirin xanax valium morphine oxycodone oxycontin codeine tramadol fentanyl diazepam zopiclone amitriptyline sertraline fluoxetine citalopram prozac zoloft propranolol insulin digoxin metformin quetiapine lithium warfarin nurofen advil benadryl melatonin methadone gabapentin pregabalin temazepam ambien zolpidem panadol calpol iron thyroxine levothyroxine',
  poison:
    'bleach antifreeze poison pesticide detergent dishwasher laundry pod pods cleaner disinfectant paint glue superglue petrol gasoline kerosene turpentine acetone perfume mouthwash sanitizer sanitiser weedkiller herbicide insecticide pellets mothballs mothball ammonia drano descaler lye chlorine washing varnish thinner lighter nicotine edibles alcohol-gel shampoo',
  ingest:
    'ate eaten eats drank drunk drinks drinking swallow swallowed swallows swallowing ingested licked sucked chewed tasted drink',
  harmer:
    'husband wife partner boyfriend girlfriend bf gf ex dad father stepdad stepfather mum mom mother stepmum stepmom stepmother uncle aunt brother coach teacher carer nurse parents grandfather grandpa man cousin priest neighbour',
}
