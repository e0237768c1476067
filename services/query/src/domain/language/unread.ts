import type { Reader } from './reader.ts'
import type { Item } from './scan.ts'
import type { StructuredQuery } from './structured-query.ts'

/** Words that carry no content of their own: nothing is missing when nothing was made of them. */
const EMPTY = new Set(
  (
    'a an the this that these those it its itself i me my mine myself you your yours he him his she her hers we us our ours they them their theirs one ones someone somebody everyone everybody anyone anybody who whom whose which what when where why how ' +
    'and or but nor so yet for of in on at by to from with about into onto over under through between among during before after above below up down out off near as than like per via if then else because since while until unless though although whether ' +
    'am is are was were be been being do does did done have has had having can could may might must shall should will would ought need needs let get gets got getting go goes going gone come comes came make makes made take takes took give gives gave given put keep keeps say says said tell tells told know knows think thinks want wants wanted like likes look looks see seems seem mean means use uses used using work works help ' +
    'please thanks thank cheers hi hello hey dear doctor regards ok okay yes yeah no not never also too very much many more most less least quite rather really just only even still again ever already almost nearly about around roughly approximately exactly actually currently now today tomorrow yesterday here there ' +
    'some any all both each every either neither other another such same own few several lot lots bit little good well better best bad right wrong true new old big small high low long short ' +
    'value values number numbers result results figure figures question questions answer answers data info information measurement measurements measure measures stats statistics detail details calculate calculated calculating calculation compute computed computing estimate estimated work working find show give check determine assess evaluate report input output unit units formula equation method table list row rows column score index ratio level rate ' +
    'im ive id ill dont doesnt didnt isnt arent wasnt wont cant couldnt whats hows thats theres lets shes hes theyre youre plz pls thx btw fyi asap lol haha hmm well so etc eg ie vs aka wondering wonder asking ask curious interested quick simple plain words word english form record last first second third ones show shows people persons person patient patients baby babies child children kid kids adult adults man men woman women boy girl human humans body'
  ).split(' '),
)

/** Words of time: when something was is no subject of a question. */
const TIMES = new Set(
  'january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter christmas xmas easter ramadan diwali new year years eve birthday holiday holidays weekend morning evening night afternoon noon next'.split(
    ' ',
  ),
)

/** Reasons for which a number counts as not understood; a duration or a difference was understood. */
const NOT_UNDERSTOOD = new Set(['no measure named', 'not a body measure'])

/** Fewest letters of a content word. */
const SHORTEST = 3

const isWord = (text: string): boolean => text.length >= SHORTEST && /^\p{L}[\p{L}']*$/u.test(text)

/** A year only dates what is beside it. */
const isYear = (text: string): boolean => /^(19|20)\d\d$/.test(text)

/** A condition is told beside the figures, but no equation takes it into account: it stays a doubt about them. */
const isUnread = (item: Item): boolean =>
  item.kind === 'phrase'
    ? item.meanings.every((meaning) => meaning.kind === 'condition')
    : item.kind === 'word' && isWord(item.text) && !EMPTY.has(item.text) && !TIMES.has(item.text)

/** Returns the content words and numbers of a question that nothing was made of, in the order of the text. */
export function unreadOf(reader: Reader): NonNullable<StructuredQuery['unread']> {
  const unread: { text: string; start: number; end: number }[] = []
  for (const [i, item] of reader.items.entries())
    if (isUnread(item) && !reader.consumed.has(i))
      unread.push({ text: reader.source.slice(item.start, item.end), start: item.start, end: item.end })
  for (const { text, start, reason } of reader.ignored)
    if (NOT_UNDERSTOOD.has(reason) && !isYear(text)) unread.push({ text, start, end: start + text.length })
  return unread.sort((a, b) => a.start - b.start)
}
