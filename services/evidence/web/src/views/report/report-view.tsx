/** Report. */
export function ReportView() {
  return <h1>Report</h1>
}
