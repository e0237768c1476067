/**
 * Returns the gain of a grade: 0, 1, 3 and 7 for grades 0 to 3 (Burges et al., Learning to rank using gradient descent,
 * 2005).
 */
const gain = (grade: number): number => 2 ** grade - 1
const discount = (rank: number): number => 1 / Math.log2(rank + 2)

/**
 * Computes the normalised discounted cumulated gain of a ranking by scores, 0 to 1 (Järvelin and Kekäläinen 2002).
 * Equal scores share the mean gain of their places (McSherry and Najork, Computing information retrieval performance
 * measures efficiently in the presence of tied scores, 2008), so that the order of the list has no effect.
 */
export function ndcg(scores: readonly number[], grades: readonly number[], depth = 10): number {
  const order = scores.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]!)
  let found = 0
  for (let from = 0; from < Math.min(depth, order.length); ) {
    let to = from
    while (to < order.length && scores[order[to]!] === scores[order[from]!]) to++
    const tied = order.slice(from, to)
    const mean = tied.reduce((sum, i) => sum + gain(grades[i]!), 0) / tied.length
    for (let rank = from; rank < Math.min(to, depth); rank++) found += mean * discount(rank)
    from = to
  }
  const ideal = grades
    .toSorted((a, b) => b - a)
    .slice(0, depth)
    .reduce((sum, grade, rank) => sum + gain(grade) * discount(rank), 0)
  return ideal > 0 ? found / ideal : 1
}
