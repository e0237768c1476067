import { ChoiceField, DateField, NumberField, TextField } from '@assay/ui/field'
import { issueAt, numberFault } from '../../field-issue.ts'
import { TEXT } from '../../text.ts'
import type { GrowthSearch } from './child.ts'
import { dayFault } from './measured.ts'

/** What is known of the child besides the visits. */
export function ChildForm({
  search,
  set,
  errors,
  onExample,
  onClear,
}: {
  search: GrowthSearch
  set: (key: keyof GrowthSearch) => (text: string) => void
  /** Answers of the service that may be about one of these fields. */
  errors: readonly (Error | null)[]
  onExample: () => void
  onClear: () => void
}) {
  const issue = (field: string, text = '') =>
    numberFault(text) ?? errors.map((error) => issueAt(error, field)).find(Boolean)
  const empty = Object.keys(search).length === 0
  return (
    <form className="panel stack no-print" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label={TEXT.growth.name}
        hint={TEXT.growth.nameHint}
        maxLength={80}
        value={search.name ?? ''}
        onChange={set('name')}
      />
      <ChoiceField
        label={TEXT.measure.sex}
        options={[
          { value: 'female', label: TEXT.growth.girl },
          { value: 'male', label: TEXT.growth.boy },
        ]}
        value={search.sex}
        onChange={set('sex')}
      />
      <DateField
        label={TEXT.measure.birth}
        value={search.birth ?? ''}
        onChange={set('birth')}
        error={dayFault(search.birth ?? '') ?? issue('birth_date')}
      />
      <NumberField
        label={TEXT.growth.weeks}
        unit={TEXT.growth.weeksUnit}
        hint={TEXT.growth.weeksHint}
        value={search.weeks ?? ''}
        onChange={set('weeks')}
        error={issue('gestational_age_weeks', search.weeks)}
      />
      <div className="pair">
        <NumberField
          label={TEXT.growth.mother}
          unit="cm"
          value={search.mother ?? ''}
          onChange={set('mother')}
          error={issue('mother_height_cm', search.mother)}
        />
        <NumberField
          label={TEXT.growth.father}
          unit="cm"
          value={search.father ?? ''}
          onChange={set('father')}
          error={issue('father_height_cm', search.father)}
        />
      </div>
      {empty ? (
        <button type="button" className="main" onClick={onExample}>
          {TEXT.measure.example}
        </button>
      ) : (
        <div className="row">
          <button type="button" onClick={onClear}>
            {TEXT.measure.clear}
          </button>
          <button type="button" onClick={() => window.print()}>
            {TEXT.growth.print}
          </button>
        </div>
      )}
    </form>
  )
}
