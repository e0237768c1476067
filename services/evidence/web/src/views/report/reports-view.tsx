/** Reports. */
export function ReportsView() {
  return <h1>Reports</h1>
}
