/** Candidate. */
export function CandidateView() {
  return <h1>Candidate</h1>
}
