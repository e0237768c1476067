/** Review. */
export function ReviewView() {
  return <h1>Review</h1>
}
