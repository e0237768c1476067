import { ChoiceField, DateField, NumberField, SelectField } from '@assay/ui/field'
import { capital } from '@assay/ui/format'
import { memo, useState } from 'react'
import { issueAt } from '../../field-issue.ts'
import { TEXT } from '../../text.ts'
import { useCatalogue } from '../../use-catalogue.ts'
import { inUnits, isEmpty, type Measures, type UnitSystem, unitOf, unitsOf, withMeasure } from './measures.ts'

const MAIN = ['sex', 'age_years', 'birth_date', 'height_cm', 'weight_kg', 'waist_cm']
/** Asked for in another way, or by the service itself. */
const LEFT_OUT = ['age_months', 'age_days', 'measurement_date']

/** The measurements of one person: the five that matter most, and all others folded away. */
export const MeasureForm = memo(function MeasureForm({
  measures,
  onChange,
  error,
}: {
  measures: Measures
  onChange: (measures: Measures) => void
  /** Answer of the service that may be about one of the fields. */
  error: Error | null
}) {
  const system = unitsOf(measures)
  const set = (name: string) => (text: string) => onChange(withMeasure(measures, name, text))
  const birth = measures.age_by === 'birth'
  const number = (name: string, label: string, unit: string) => (
    <NumberField
      label={label}
      unit={unitOf(unit, system)}
      value={measures[name] ?? ''}
      onChange={set(name)}
      error={issueAt(error, name)}
      {...(name === 'height_cm' && system === 'imperial' ? { placeholder: '5\'7"' } : {})}
    />
  )
  return (
    <form className="panel stack measure-form" onSubmit={(event) => event.preventDefault()}>
      <ChoiceField<UnitSystem>
        label={TEXT.measure.units}
        options={[
          { value: 'metric', label: TEXT.measure.metric },
          { value: 'imperial', label: TEXT.measure.imperial },
        ]}
        value={system}
        onChange={(next) => onChange(inUnits(measures, next))}
      />
      <ChoiceField
        label={TEXT.measure.sex}
        options={[
          { value: 'female', label: TEXT.measure.female },
          { value: 'male', label: TEXT.measure.male },
        ]}
        value={measures.sex}
        onChange={set('sex')}
      />
      <ChoiceField
        label={TEXT.measure.ageBy}
        options={[
          { value: 'years', label: TEXT.measure.years },
          { value: 'birth', label: TEXT.measure.birth },
        ]}
        value={birth ? 'birth' : 'years'}
        onChange={(by) => {
          const { age_years: _age, birth_date: _birth, ...rest } = measures
          onChange(withMeasure(rest, 'age_by', by === 'birth' ? 'birth' : ''))
        }}
      />
      {birth ? (
        <DateField
          label={TEXT.measure.birth}
          value={measures.birth_date ?? ''}
          onChange={set('birth_date')}
          error={issueAt(error, 'birth_date')}
        />
      ) : (
        number('age_years', TEXT.measure.age, 'years')
      )}
      {number('height_cm', TEXT.measure.height, 'cm')}
      {number('weight_kg', TEXT.measure.weight, 'kg')}
      {number('waist_cm', TEXT.measure.waist, 'cm')}
      <MoreFields measures={measures} set={set} system={system} error={error} />
      {isEmpty(measures) ? null : (
        <button type="button" onClick={() => onChange(system === 'imperial' ? { units: 'imperial' } : {})}>
          {TEXT.measure.clear}
        </button>
      )}
    </form>
  )
})

function MoreFields({
  measures,
  set,
  system,
  error,
}: {
  measures: Measures
  set: (name: string) => (text: string) => void
  system: UnitSystem
  error: Error | null
}) {
  const { data } = useCatalogue()
  const others = data?.parameters.filter(({ name }) => !MAIN.includes(name) && !LEFT_OUT.includes(name)) ?? []
  const [isOpen, setIsOpen] = useState(false)
  const isUsed = others.some(({ name }) => measures[name] !== undefined)
  const shown = isOpen || isUsed
  return (
    <details open={shown} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{TEXT.measure.more}</summary>
      <div className="stack">
        {(shown ? others : []).map(({ name, label, kind, unit, choices }) =>
          kind === 'number' ? (
            <NumberField
              key={name}
              label={capital(label)}
              unit={unitOf(unit, system)}
              value={measures[name] ?? ''}
              onChange={set(name)}
              error={issueAt(error, name)}
            />
          ) : kind === 'choice' || kind === 'flag' ? (
            <SelectField
              key={name}
              label={capital(label)}
              value={measures[name] ?? ''}
              onChange={set(name)}
              options={{
                '': '–',
                ...Object.fromEntries(
                  (choices ?? ['true', 'false']).map((choice) => [choice, choiceText(choice)]),
                ),
              }}
            />
          ) : null,
        )}
      </div>
    </details>
  )
}

const choiceText = (choice: string): string => {
  if (choice === 'true') return TEXT.measure.yes
  return choice === 'false' ? TEXT.measure.no : choice.replaceAll('_', ' ')
}
