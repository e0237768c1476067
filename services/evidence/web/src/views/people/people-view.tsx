/** People. */
export function PeopleView() {
  return <h1>People</h1>
}
