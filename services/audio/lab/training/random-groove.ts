import { pick } from '../../test/random.ts'
import type { Style } from '../corpus/styles.ts'

type Random = () => number
type Pattern = Record<string, string>

const row = (steps: number, of: (step: number) => string): string =>
  Array.from({ length: steps }, (_, step) => of(step)).join('')

/** Returns a row of hits whose probability depends on the position in the beat. */
function scattered(random: Random, steps: number, perBeat: number, onBeat: number, between: number): string {
  return row(steps, (step) => {
    if (random() >= (step % perBeat === 0 ? onBeat : between)) return '.'
    const strength = random()
    return strength < 0.25 ? 'o' : strength < 0.7 ? 'x' : 'X'
  })
}

function hats(random: Random, steps: number, perBeat: number): Pattern {
  const every = pick(random, [1, 1, 2, perBeat, perBeat])
  const offset = random() < 0.25 ? Math.floor(perBeat / 2) : 0
  const weak = random() < 0.5 ? 'o' : 'x'
  const name = pick(random, ['hat', 'hat', 'hat', 'ride', 'open'])
  const main = row(steps, (step) =>
    (step + steps - offset) % every !== 0 || random() < 0.06 ? '.' : step % perBeat === 0 ? 'x' : weak,
  )
  const out: Pattern = { [name]: main }
  if (random() < 0.35) {
    const open = scattered(random, steps, perBeat, 0.02, 0.15)
    out.open = open
    // There is one pair of cymbals: where it is open it is not closed.
    if (name === 'hat') out.hat = row(steps, (step) => (open[step] === '.' ? main[step]! : '.'))
  }
  if (name === 'ride' && random() < 0.6)
    out.pedal = row(steps, (step) => (step % (2 * perBeat) === perBeat ? 'x' : '.'))
  return out
}

/** Returns random drums of a bar, so that the position in the bar does not reveal the drum. */
function groove(random: Random, steps: number, perBeat: number): Pattern {
  const out: Pattern = hats(random, steps, perBeat)
  out.kick =
    random() < 0.3
      ? row(steps, (s) => (s % perBeat === 0 ? 'X' : '.'))
      : scattered(random, steps, perBeat, 0.45, 0.13)
  const name = pick(random, ['snare', 'snare', 'snare', 'clap', 'rim'])
  const backbeat = random() < 0.5
  out[name] = backbeat
    ? row(steps, (s) => (s % (2 * perBeat) === perBeat ? 'X' : random() < 0.08 ? 'o' : '.'))
    : scattered(random, steps, perBeat, 0.3, 0.13)
  if (name !== 'snare' && random() < 0.3) out.snare = scattered(random, steps, perBeat, 0.15, 0.1)
  if (random() < 0.15)
    out[pick(random, ['tomHigh', 'tomMid', 'tomLow'])] = scattered(random, steps, perBeat, 0.1, 0.12)
  return out
}

/** Returns the style with other drums: half of the time those of any style with the same bar, otherwise random ones. */
export function randomDrums(style: Style, others: readonly Style[], random: Random): Style {
  const steps = style.beatsPerBar * style.stepsPerBeat
  const alike = others.filter(
    (other) =>
      other.drums.length > 0 &&
      other.beatsPerBar === style.beatsPerBar &&
      other.stepsPerBeat === style.stepsPerBeat,
  )
  const draw = (): Pattern =>
    random() < 0.35 && alike.length > 0
      ? { ...pick(random, pick(random, alike).drums) }
      : groove(random, steps, style.stepsPerBeat)
  return { ...style, drums: [draw(), draw()] }
}
