/** Converts a rating from another scale to 0.5 to 5 in halves: 7 of 10 becomes 3.5. Only an unrated item has 0. */
export const ratingOf = (value: number, scale: number): number =>
  value > 0 ? Math.max(0.5, Math.min(5, Math.round((value / scale) * 10) / 2)) : 0
